import { Drawer } from "#ui/dialogs/drawer.tsx";
import { t } from "#words/t.ts";
import { CartContents } from "./cart-contents.tsx";
import { ProceedButton } from "./proceed-button.tsx";

interface CartDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The cart over the page (LAY-3). Loaded when it is opened. */
export default function CartDrawer({ open, onOpenChange }: CartDrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t("Cart")} footer={<ProceedButton onLeave={close} />}>
      <CartContents onLeave={close} />
    </Drawer>
  );
}
