import { ListPlus } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import { useWithLists } from "./favorites-mark.ts";
import { Heart } from "./heart.tsx";

/** The heart and "Save to list" of a product page. */
export function SaveButtons({ product }: { product: { _id: string; name: string } }) {
  const { busy, act } = useWithLists(({ openSaveDialog }) => openSaveDialog(product));
  return (
    <div className="needs-script mt-4 flex items-center gap-2.5">
      <Heart product={product} className="is-framed" />
      <Button kind="quiet" busy={busy} onClick={act}>
        {!busy && <ListPlus aria-hidden className="size-5" />}
        {t("Save to list")}
      </Button>
    </div>
  );
}
