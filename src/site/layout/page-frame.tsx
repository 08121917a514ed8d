import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { CartBar } from "#features/cart/pages/cart-bar.tsx";
import type { Face } from "#shared/face.ts";
import { focusPage } from "#ui/focus/focus-page.ts";
import { classNames } from "#ui/class-names.ts";
import { lazyExtra } from "#web/loading/lazy.ts";
import { isBackOffice } from "#web/paths.ts";
import { ProgressLine } from "#ui/progress-line.tsx";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

const BackOfficeHeader = lazyExtra(() => import("./back-office-header.tsx"));
const AfterLoad = lazyExtra(() => import("../after-load.tsx"));

/**
 * The frame of every page: header, footer, cart bar, and a link past the header for keyboards. The back office has a slim header of its
 * own, and neither footer nor cart.
 */
export function PageFrame({ face, children }: { face: Face; children: ReactNode }) {
  const isDesk = isBackOffice(useLocation().pathname);
  return (
    <>
      <a href="#main" className="fixed top-0 left-4 z-50 rounded-b-control bg-leaf-fill px-5 py-3 font-bold text-on-leaf not-focus:sr-only">
        {t("Skip to content")}
      </a>
      <Progress />
      <div className={classNames("flex min-h-dvh flex-col", isDesk && "[--header:3.5rem]")}>
        {isDesk ? (
          <Suspense fallback={<div className="h-14 border-b border-line bg-surface" />}>
            <BackOfficeHeader face={face} />
          </Suspense>
        ) : (
          <Header face={face} />
        )}
        <noscript>
          <p className="bg-marigold-tint px-4 py-2.5 text-center font-semibold text-marigold-ink">
            {t("JavaScript is off. You can browse and search; the cart, your account and the checkout need it.")}
          </p>
        </noscript>
        {/* The footer starts below the fold, so late content never shifts it. */}
        <main
          id="main"
          tabIndex={-1}
          className={classNames(
            "min-h-[calc(100dvh-7.625rem)] grow pb-14 focus:outline-none md:min-h-[calc(100dvh-var(--header))]",
            isDesk && "lg:pb-0",
          )}
        >
          {children}
        </main>
        {!isDesk && <Footer face={face} />}
      </div>
      {!isDesk && <CartBar />}
      <Announcer />
      {useInBrowser() && (
        <Suspense>
          <AfterLoad />
        </Suspense>
      )}
    </>
  );
}

/** Shows that the next page is on its way. */
function Progress() {
  return useNavigation().state === "idle" ? null : <ProgressLine />;
}

/** Tells screen readers the title of the new page. */
function Announcer() {
  const { pathname } = useLocation();
  const told = useRef<HTMLOutputElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname && told.current) {
      told.current.textContent = document.title;
      // The link that had the focus is gone with its page.
      if (document.activeElement === document.body) focusPage();
    }
    before.current = pathname;
  }, [pathname]);
  return <output ref={told} className="sr-only" />;
}
