import { NeedsScript } from "#web/needs-script.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { CartContents } from "./cart-contents.tsx";
import { ProceedButton } from "./proceed-button.tsx";

export const meta = privateMeta(t("Your cart"));

/** The cart as a page, opened from the phone's cart bar (NAV-10). */
export default function CartPage() {
  return (
    // On phones, Proceed is at the bottom of the screen, below the toasts, however short the cart is.
    <div className="page max-w-2xl py-6 max-md:flex max-md:min-h-[calc(100dvh-7.625rem)] max-md:flex-col max-md:pb-0">
      <h1 className="heading mb-4.5 text-3xl">{t("Cart")}</h1>
      <NeedsScript>
        <CartContents />
      </NeedsScript>
      <div
        data-foot
        className="sticky bottom-0 -mx-4 mt-4 bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] empty:hidden max-md:mt-auto md:mx-0 md:px-0"
      >
        <ProceedButton />
      </div>
      <style>
        {":root:has(main [data-foot]:not(:empty)) { --buy-bar: calc(4.25rem + max(1rem, env(safe-area-inset-bottom))); --edge: 0.5rem }"}
      </style>
    </div>
  );
}
