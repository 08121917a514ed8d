import { CircleUserRound, MapPin, ReceiptText, ShieldCheck, type LucideIcon } from "lucide-react";
import { paths } from "#web/paths.ts";

interface Entry {
  name: string;
  to: string;
  icon: LucideIcon;
}

/** Where the account menu, the phone's menu and the side menu lead (LAY-5). */
export const ACCOUNT_ENTRIES: readonly Entry[] = [
  { name: "Profile", to: paths.profile, icon: CircleUserRound },
  { name: "My Orders", to: paths.myOrders, icon: ReceiptText },
  { name: "Save Address", to: paths.addresses, icon: MapPin },
  { name: "Security", to: paths.security, icon: ShieldCheck },
];
