import { useState } from "react";
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
  const [leaves, setLeaves] = useState(false);
  const close = (isLeaving: boolean) => {
    setLeaves(isLeaving);
    onOpenChange(false);
  };
  const leave = () => close(true);
  return (
    <Drawer open={open} onOpenChange={() => close(false)} leaves={leaves} title={t("Cart")} footer={<ProceedButton onLeave={leave} />}>
      <CartContents onLeave={leave} />
    </Drawer>
  );
}
