import type { ReactNode } from "react";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { t } from "#words/t.ts";
import { buttonLook } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Toasts } from "../toast/toasts.tsx";
import { useFocusReturn } from "../focus/use-focus-return.ts";

export interface LayerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode;
  /** Without the cross the footer needs a button that closes. */
  cross?: boolean;
  /** It closes because another page is opened, which gets the focus. */
  leaves?: boolean;
}

interface LayerLook {
  /** Its place, its size and how it appears and disappears. */
  className: string;
  /** The footer's own look. */
  footerClassName: string;
  /** It holds a form, which starts in its first field. */
  startInField?: boolean;
}

/** What a dialog and a drawer have in common: shade, title, cross, a part that scrolls, toasts and a footer. */
export function Layer(props: LayerProps & LayerLook) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    cross = true,
    leaves = false,
    startInField = false,
    className,
    footerClassName,
  } = props;
  const focus = useFocusReturn(leaves);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            if (startInField) focusField(event);
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          // An open list in the dialog is closed first.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.matches("[role=combobox][aria-expanded=true]")) event.preventDefault();
          }}
          className={classNames("fixed z-50 flex flex-col bg-paper shadow-float focus:outline-none", className)}
        >
          <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div className="min-w-0">
              <Radix.Title className="heading text-2xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
            </div>
            {cross && (
              <Radix.Close
                aria-label={t("Close")}
                className={buttonLook({ kind: "plain", size: "icon" }, "-mt-1 -mr-2 shrink-0 text-ink print:hidden")}
              >
                <X aria-hidden className="size-6" />
              </Radix.Close>
            )}
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6">{children}</div>
          <div className="relative print:hidden">
            <div className="absolute inset-x-4 bottom-3">{open && <Toasts />}</div>
          </div>
          {footer && (
            <div className={classNames("border-t border-line px-6 pt-4 empty:hidden print:hidden", footerClassName)}>{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELD = "input:not([type=file], [type=hidden], [readonly], :disabled), textarea";

/** Not on a touch screen, where the keyboard would cover the form. */
function focusField(event: Event): void {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector<HTMLElement>(FIELD) : null;
  if (!field || !matchMedia("(hover: hover)").matches) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
}
