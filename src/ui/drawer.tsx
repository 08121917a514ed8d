import type { ReactNode } from "react";
import { Dialog as Radix } from "radix-ui";
import { CloseCross } from "./dialog.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  /** At the bottom, always in view. */
  footer?: ReactNode;
}

/** A panel of 440 px that slides in from the right. Load it lazily. */
export function Drawer({ open, onOpenChange, title, children, footer }: DrawerProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-[27.5rem] flex-col overflow-hidden bg-paper shadow-float focus:outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in sm:rounded-l-hero"
        >
          <div className="flex items-center justify-between px-6 pt-5 pb-3">
            <Radix.Title className="heading text-2xl">{title}</Radix.Title>
            <CloseCross />
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain px-6 pb-6">{children}</div>
          {footer && (
            <div className="print:hidden border-t border-line bg-surface px-6 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
