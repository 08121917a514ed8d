import type { ReactNode } from "react";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { buttonLook } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useFocusReturn } from "./use-focus-return.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode;
  /** How wide it may be: 480 px, or 720 px for receipts and forms in columns. */
  wide?: boolean;
  /** Without it the footer has to hold a button that closes. */
  cross?: boolean;
}

/** A dialog over the page: in the middle, on phones over the full width at the bottom. Load it lazily. */
export function Dialog({ open, onOpenChange, title, description, children, footer, wide = false, cross = true }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            focusField(event);
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          // An open list in the dialog is closed first.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.matches("[role=combobox][aria-expanded=true]")) event.preventDefault();
          }}
          className={classNames(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-hero bg-paper shadow-float focus:outline-none",
            "md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-3rem)] md:-translate-1/2 md:rounded-hero",
            "data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in",
            wide ? "md:max-w-[45rem]" : "md:max-w-[30rem]",
          )}
        >
          <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div>
              <Radix.Title className="heading text-2xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
            </div>
            {cross && <CloseCross />}
          </div>
          <div className="overflow-y-auto overscroll-contain px-6 pt-1 pb-6">{children}</div>
          {footer && (
            <div className="print:hidden flex justify-end gap-3 border-t border-line px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELD = "input:not([type=file], [type=hidden], [readonly], :disabled), textarea";

/** A form begins in its first field; on a touch screen that would call the keyboard over it. */
function focusField(event: Event): void {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector<HTMLElement>(FIELD) : null;
  if (!field || !matchMedia("(hover: hover)").matches) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
}

/** The cross that closes a dialog or drawer. */
export function CloseCross() {
  return (
    <Radix.Close aria-label="Close" className={buttonLook({ kind: "plain", size: "icon" }, "-mt-1 -mr-2 shrink-0 text-ink print:hidden")}>
      <X aria-hidden className="size-6" />
    </Radix.Close>
  );
}
