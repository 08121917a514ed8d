import { use, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData, type ShouldRevalidateFunctionArgs } from "react-router";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url";
import { shopFace } from "#features/shop/contract.ts";
import { setCurrency } from "#shared/money.ts";
import { call } from "#web/call.ts";
import { markEarlyPresses } from "#web/early-press.ts";
import { chosenLanguage, firstPaint, startAfterPaint } from "#web/preferences/first-paint.ts";
import { ErrorPage } from "./layout/error-page.tsx";
import { PageFrame } from "./layout/page-frame.tsx";
import { PLAIN_FACE } from "#web/meta/page-meta.ts";
import { language, localPath } from "#words/language.ts";
import { Nonce } from "./nonce.ts";
import { Providers } from "./providers.tsx";
import styles from "./styles.css?url";

async function read() {
  return (await call(shopFace, undefined)).data;
}
// The server answers no loader requests, so every route with a loader has a client loader too.
export { read as loader, read as clientLoader };

/** The shop's name and links rarely change: they are only read again where a page asks for it, not at each navigation. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.href === nextUrl.href;

export const links = () => [
  // A link of its own: otherwise, scripts that load later would request their chunk's stylesheet again, and swap in fonts that came too
  // late.
  { rel: "stylesheet", href: styles },
  ...[figtree, fraunces].map((href) => ({ rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: localPath("/manifest.webmanifest") },
];

/** The document around every page and error page. */
export function Layout({ children }: { children: ReactNode }) {
  const face = useRouteLoaderData<typeof read>("root") ?? PLAIN_FACE;
  const nonce = use(Nonce);
  setCurrency(face.currency);
  return (
    // The inline script below changes <html> before React hydrates it.
    <html lang={language()} data-offline={face.offline} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141a16" />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: chosenLanguage + firstPaint + markEarlyPresses + startAfterPaint }} />
        <noscript>
          <style>{".needs-script{display:none!important}"}</style>
        </noscript>
        <Meta />
        <Links />
        {face.accentRules && <style>{face.accentRules}</style>}
      </head>
      <body>
        <Providers>
          <PageFrame face={face}>{children}</PageFrame>
        </Providers>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
