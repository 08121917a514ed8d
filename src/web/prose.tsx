import type { ReactNode } from "react";

/** A text page: a title, an introduction, sections. */
export function Prose({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="page py-8 md:py-12">
      <div className="mx-auto max-w-2xl">
        <h1 className="heading text-4xl md:text-5xl">{title}</h1>
        <p className="mt-4 text-lg text-ink-2">{lead}</p>
        {children}
      </div>
    </article>
  );
}

/** A section of a {@link Prose} page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9 space-y-3 text-[1.0625rem] leading-relaxed [&_a]:font-semibold [&_a]:text-leaf [&_a]:underline [&_a]:underline-offset-4 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5 [&_ul]:marker:text-leaf">
      <h2 className="heading text-2xl">{title}</h2>
      {children}
    </section>
  );
}
