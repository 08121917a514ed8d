import type { ReactNode } from "react";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";

/** Wraps what only a script can fill: where none runs, or the scripts could not be loaded, it says so instead of loading forever. */
export function NeedsScript({ children }: { children: ReactNode }) {
  const isAlive = useInBrowser();
  return (
    <>
      <div className="needs-script contents">
        {children}
        {!isAlive && (
          <p className="fixed inset-x-0 bottom-0 z-50 animate-late border-t border-line bg-surface p-4 text-center">
            {t("This page is taking a while to load.")}{" "}
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is the one of the page */}
            <a href="" className="touch font-semibold text-leaf underline">
              {t("Reload")}
            </a>
          </p>
        )}
      </div>
      <noscript>
        <p className="py-14 text-center text-lg text-ink-2">{t("This page needs JavaScript. Turn it on and reload the page.")}</p>
      </noscript>
    </>
  );
}
