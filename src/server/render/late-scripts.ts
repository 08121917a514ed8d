/**
 * Holds back a page's scripts, and the loading of their modules. `startAfterPaint` of `src/web/preferences/first-paint.ts` starts them.
 * Their text doesn't change, so the policy's hash still allows it.
 */
export function holdBackScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', '<script type="later">');
}
