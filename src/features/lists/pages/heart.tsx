import { useRef } from "react";
import { classNames } from "#ui/class-names.ts";
import { useEarlyPress } from "#web/early-press.ts";
import { t } from "#words/t.ts";
import { useIsFavorite, useWithLists } from "./favorites-mark.ts";

/** Saves a product to the favorites, or takes it off them. */
export function Heart({ product, className }: { product: { _id: string; name: string }; className?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const { busy, act } = useWithLists(({ toggleFavorite }) => toggleFavorite(product));
  useEarlyPress(button, act);
  return (
    <button
      ref={button}
      type="button"
      data-early=""
      aria-pressed={useIsFavorite(product._id)}
      aria-busy={busy || undefined}
      aria-label={t("Save {name} to favorites", { name: product.name })}
      onClick={act}
      className={classNames("heart needs-script", className)}
    />
  );
}
