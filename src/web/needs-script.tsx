import type { ReactNode } from "react";
import { t } from "#words/t.ts";

/** Wraps what only a script can fill: without JavaScript it says so instead of loading forever. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="needs-script contents">{children}</div>
      <noscript>
        <p className="py-14 text-center text-lg text-ink-2">{t("This page needs JavaScript. Turn it on and reload the page.")}</p>
      </noscript>
    </>
  );
}
