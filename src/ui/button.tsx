import type { ComponentProps, MouseEvent } from "react";
import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

const KINDS = {
  primary: "bg-leaf-fill text-on-leaf hover:bg-leaf-fill-2",
  outline: "border border-leaf bg-leaf-wash text-leaf hover:bg-leaf-tint",
  /** For a secondary action. */
  quiet: "border border-line-2 bg-surface text-ink hover:bg-sunken",
  /** The one call to action of a page. */
  marigold: "bg-marigold text-on-marigold hover:bg-marigold-2",
  danger: "bg-tomato text-paper hover:brightness-90",
  /** No frame: icons and small controls in rows. */
  plain: "text-ink-2 hover:bg-sunken hover:text-ink",
} as const;

const SIZES = {
  small: "min-h-9 gap-1.5 rounded-[0.8125rem] px-3.5 text-sm touch",
  medium: "min-h-11 gap-2 rounded-control px-5 text-base",
  large: "min-h-14 gap-3 rounded-button px-6 text-base",
  /** A square for an icon with an `aria-label`. */
  icon: "size-11 rounded-control",
} as const;

interface Look {
  kind?: keyof typeof KINDS | undefined;
  size?: keyof typeof SIZES | undefined;
}

/** The class names of a button, for links that look like one. */
export function buttonLook({ kind = "primary", size = "medium" }: Look = {}, more?: string): string {
  return classNames("button", KINDS[kind], SIZES[size], more);
}

interface ButtonProps extends ComponentProps<"button">, Look {
  /** Work is in progress: the button shows a spinner and does nothing. It isn't disabled, because that would lose the focus. */
  busy?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

/** A button. `type` is "button" unless said otherwise. */
export function Button({ kind, size, busy = false, className, children, type = "button", onClick, ...rest }: ButtonProps) {
  return (
    // oxlint-disable-next-line react/button-has-type -- passed on, "button" by default
    <button
      aria-disabled={busy || undefined}
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      className={buttonLook({ kind, size }, className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {children}
    </button>
  );
}
