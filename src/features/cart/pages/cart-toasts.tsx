import { toast } from "react-hot-toast";

/** A way back is offered a little longer (ms) than a success is told. */
const UNDO_TIME = 5000;

/** One toast for the cart, so that quick clicks change its words instead of piling up. */
const ONE = { id: "cart" };

/** What the cart tells (CART-4). */
export const say = {
  done: (message: string, undo?: () => void): void => {
    if (!undo) {
      toast.success(message, { ...ONE, duration: 2000 });
      return;
    }
    toast.success(
      ({ id }) => (
        <span className="flex items-center gap-4">
          {message}
          <button
            type="button"
            className="touch font-bold text-leaf underline underline-offset-4"
            onClick={() => {
              toast.dismiss(id);
              undo();
            }}
          >
            Undo
          </button>
        </span>
      ),
      { ...ONE, duration: UNDO_TIME },
    );
  },
  refused: (message: string): void => {
    toast.error(message, { ...ONE, duration: 4000 });
  },
};
