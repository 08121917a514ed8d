import { Drawer } from "#ui/drawer.tsx";
import { billOf } from "./bill.ts";
import { CartContents } from "./cart-contents.tsx";
import { CartFailed, CartSkeleton } from "./cart-states.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { ProceedButton } from "./proceed-button.tsx";
import { useCart } from "./use-cart.ts";

interface CartDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The cart over the page (LAY-3). Loaded when it is opened. */
export default function CartDrawer({ open, onOpenChange }: CartDrawerProps) {
  const { lines, status } = useCart();
  const close = () => onOpenChange(false);
  const filled = lines.length > 0;
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Cart"
      footer={filled && <ProceedButton paid={billOf(lines).totalCents} onLeave={close} />}
    >
      {filled ? (
        <CartContents lines={lines} onLeave={close} />
      ) : status === "failed" ? (
        <CartFailed />
      ) : status === "ready" ? (
        <EmptyCart onLeave={close} />
      ) : (
        <CartSkeleton />
      )}
    </Drawer>
  );
}
