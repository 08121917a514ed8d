import { ChevronDown, LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { useSession } from "#web/session.ts";
import { ACCOUNT_ENTRIES } from "./account-entries.ts";
import { PersonIcon } from "./avatar.tsx";
import { useLogOut } from "./use-log-out.ts";

const row =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-semibold outline-none data-highlighted:bg-leaf-tint data-highlighted:text-leaf";

interface AccountMenuProps {
  className: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The Account dropdown of the header (LAY-5). Loaded when it is needed. */
export default function AccountMenu({ className, open, onOpenChange }: AccountMenuProps) {
  const { user } = useSession();
  const { logOut, busy } = useLogOut();
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger className={className}>
        <PersonIcon person={user} />
        Account
        <ChevronDown aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-40 w-64 rounded-card border border-line bg-surface p-2 shadow-float data-[state=open]:animate-fade-in"
        >
          <DropdownMenu.Label className="border-b border-line px-3 pt-1.5 pb-3">
            <span className="block truncate font-bold">{user?.name ?? " "}</span>
            <span className="block truncate text-sm text-ink-2">{user?.email ?? " "}</span>
          </DropdownMenu.Label>
          <div className="pt-2">
            {ACCOUNT_ENTRIES.map(({ name, to, icon: Icon }) => (
              <DropdownMenu.Item key={to} asChild className={row}>
                <Link to={to}>
                  <Icon aria-hidden className="size-5 text-ink-2" />
                  {name}
                </Link>
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item disabled={busy} onSelect={() => void logOut()} className={row}>
              <LogOut aria-hidden className="size-5 text-ink-2" />
              Log Out
            </DropdownMenu.Item>
          </div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
