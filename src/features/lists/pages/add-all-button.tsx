import { Suspense, useState } from "react";
import { ShoppingBasket } from "lucide-react";
import type { FilledCart } from "#features/cart/contract.ts";
import { filledMessage } from "#features/cart/words.ts";
import { fillGuestCart } from "#features/cart/pages/fill-guest-cart.ts";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { insist } from "#web/sending/insist.ts";
import { currentSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { addListToCart, type SavedList } from "../contract.ts";
import { sent } from "./lists-state.ts";
import { readProducts } from "./use-list-products.ts";

const FilledDialog = lazy(() => import("#features/cart/pages/filled-dialog.tsx"));

/** Puts everything on a list into the cart, and says what is sold out or was cut to what is left. */
export function AddAllButton({ list, className }: { list: SavedList; className?: string }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<FilledCart | null>(null);
  const add = async () => {
    setBusy(true);
    try {
      const data = await addAll(list);
      if (data.missing.length > 0) setResult(data);
      else toast.success(data.added.length > 0 ? filledMessage(data) : t("All of it is in your cart"));
      await reloadCart();
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void add()} className={className}>
        {!busy && <ShoppingBasket aria-hidden className="size-5" />}
        {t("Add all to cart")}
      </Button>
      <Suspense fallback={null}>{result && <FilledDialog result={result} onClose={() => setResult(null)} />}</Suspense>
    </>
  );
}

async function addAll({ _id, lines }: SavedList): Promise<FilledCart> {
  await sent();
  if (currentSession().status === "signed-in") return (await insist(() => call(addListToCart, { _id }))).data;
  const products = await readProducts(lines.map(({ productId }) => productId));
  const items = lines.flatMap((line) => {
    const product = products.get(line.productId);
    return product ? [{ ...line, name: product.name, unit: product.unit, stock: product.stock }] : [];
  });
  return fillGuestCart(items);
}
