import type { ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { buttonLook } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface MenuProps {
  /** On the button that opens it. */
  label: string;
  /** A small button that shows only the icon, with this name. */
  name?: string;
  icon: LucideIcon;
  children: ReactNode;
}

/** A button with a menu of further actions. */
export function Menu({ label, name, icon: Icon, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={name}
        title={name && label}
        className={name ? buttonLook({ kind: "plain", size: "icon" }, "size-9! max-lg:size-11! touch") : buttonLook({ kind: "quiet" })}
      >
        {!name && label}
        <Icon aria-hidden className="size-4.5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={name ? "end" : "start"}
          sideOffset={6}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float data-[state=open]:animate-fade-in"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemLook = (danger: boolean) =>
  classNames(
    "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-semibold outline-none data-highlighted:bg-leaf-tint",
    danger ? "text-tomato data-highlighted:bg-tomato-tint" : "data-highlighted:text-leaf",
  );

interface MenuItemProps {
  icon: LucideIcon;
  danger?: boolean;
  children: ReactNode;
}

/** An action in a {@link Menu}. */
export function MenuAction({ icon: Icon, danger = false, onSelect, children }: MenuItemProps & { onSelect: () => void }) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={itemLook(danger)}>
      <Icon aria-hidden className="size-5" />
      {children}
    </DropdownMenu.Item>
  );
}

/** A link in a {@link Menu}. */
export function MenuLink({ icon: Icon, danger = false, to, children }: MenuItemProps & { to: string }) {
  return (
    <DropdownMenu.Item asChild className={itemLook(danger)}>
      <Link to={to}>
        <Icon aria-hidden className="size-5" />
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

/** A line between groups of a {@link Menu}. */
export const MenuSeparator = () => <DropdownMenu.Separator className="mx-3 my-1.5 h-px bg-line" />;
