import { ChevronDown, LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";
import { useUser } from "./use-user.ts";
import { LanguageLink } from "#web/preferences/language-link.tsx";
import { PersonIcon } from "./avatar.tsx";
import { PersonName } from "./person-name.tsx";
import { useEntries } from "./use-entries.ts";
import { useLogOut } from "./use-log-out.ts";

const row =
  "flex cursor-pointer items-center gap-3 rounded-control px-3 font-semibold outline-none data-highlighted:bg-leaf-tint data-highlighted:text-leaf";

interface AccountMenuProps {
  className: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The Account dropdown of the header (LAY-5, LAY-6), loaded when it is needed. */
export default function AccountMenu({ className, open, onOpenChange }: AccountMenuProps) {
  const user = useUser();
  const groups = useEntries(user?.role);
  const logOut = useLogOut();
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger className={className}>
        <PersonIcon person={user} />
        {t("Account")}
        <ChevronDown aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) w-64 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float data-[state=open]:animate-fade-in"
        >
          <DropdownMenu.Label className="border-b border-line px-3 pt-1.5 pb-3">
            {user ? <PersonName person={user} /> : <span className="block">&nbsp;</span>}
            <span className="block truncate text-sm text-ink-2">{user?.email ?? " "}</span>
          </DropdownMenu.Label>
          <div className="pt-2">
            {groups.map(({ title, entries }) => (
              <DropdownMenu.Group key={title}>
                {title && <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-2">{title}</DropdownMenu.Label>}
                {entries.map(({ name, to, icon: Icon }) => (
                  <DropdownMenu.Item key={to} asChild className={classNames(row, title ? "min-h-10" : "min-h-11")}>
                    <Link to={to}>
                      <Icon aria-hidden className="size-5 text-ink-2" />
                      {name}
                    </Link>
                  </DropdownMenu.Item>
                ))}
              </DropdownMenu.Group>
            ))}
            <DropdownMenu.Item asChild className={classNames(row, "min-h-11")}>
              <LanguageLink />
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => void logOut()} className={classNames(row, "min-h-11")}>
              <LogOut aria-hidden className="size-5 text-ink-2" />
              {t("Log Out")}
            </DropdownMenu.Item>
          </div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
