/** The class names around a text that was written in Markdown: its title, the introduction below it, then sections. */
export const proseLook =
  "text-[1.0625rem] leading-relaxed wrap-anywhere [&>*+*]:mt-3 " +
  "[&_h1]:heading [&_h1]:text-4xl md:[&_h1]:text-5xl [&_h1+p]:mt-4 [&_h1+p]:text-lg [&_h1+p]:text-ink-2 " +
  "[&_h2]:heading [&>h2]:mt-9 [&_h2]:text-2xl [&_h3]:mt-6 [&_h3]:text-lg [&_h3]:font-bold " +
  "[&_a]:font-semibold [&_a]:text-leaf [&_a]:underline [&_a]:underline-offset-4 " +
  "[&_ul]:list-disc [&_ol]:list-decimal [&_li+li]:mt-1.5 [&_ul]:pl-5 [&_ol]:pl-6 [&_li]:marker:text-leaf " +
  "[&_blockquote]:border-l-3 [&_blockquote]:border-line-2 [&_blockquote]:pl-4 [&_pre]:overflow-x-auto [&_table]:block [&_table]:overflow-x-auto [&_:is(td,th)]:py-1 [&_:is(td,th)]:pr-4 [&_th]:text-left";
