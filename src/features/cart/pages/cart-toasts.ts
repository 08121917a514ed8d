import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";

/** One toast for all changes of quantity, so that quick clicks change its words instead of piling up. */
const ONE = { id: "cart" };

const idOfRemoval = (productId: string) => `removed-${productId}`;

/** The cart's messages (CART-4). */
export const say = {
  done: (message: string) => void toast.success(message, ONE),
  /** Each removal has an Undo of its own. */
  removed: (message: string, { _id, name }: { _id: string; name: string }, undo: () => void) => {
    toast.success(message, {
      id: idOfRemoval(_id),
      detail: name,
      action: { label: t("Undo"), name: t("Undo: put {name} back", { name }), run: undo },
    });
  },
  /** The product is in the cart again: there is nothing to undo. */
  putBack: (productId: string) => toast.dismiss(idOfRemoval(productId)),
  refused: (message: string) => void toast.error(message, ONE),
};
