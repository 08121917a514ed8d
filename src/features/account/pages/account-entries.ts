import {
  CircleUserRound,
  ClipboardList,
  FolderTree,
  Heart,
  LayoutDashboard,
  ListChecks,
  MapPin,
  Package,
  PackagePlus,
  ReceiptText,
  Settings,
  Shapes,
  ShieldCheck,
  SlidersHorizontal,
  TextSearch,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "../contract.ts";
import { paths } from "#web/paths.ts";

interface Entry {
  name: string;
  to: string;
  icon: LucideIcon;
}

/** The entries of the account menu, the phone menu and the side menu (LAY-5). */
const ACCOUNT_ENTRIES: readonly Entry[] = [
  { name: "Profile", to: paths.profile, icon: CircleUserRound },
  { name: "My Orders", to: paths.myOrders, icon: ReceiptText },
  { name: "Favorites", to: paths.favorites, icon: Heart },
  { name: "Lists", to: paths.lists, icon: ListChecks },
  { name: "Save Address", to: paths.addresses, icon: MapPin },
  { name: "Security", to: paths.security, icon: ShieldCheck },
];

/** The entries for admins (LAY-6). A new back-office page is one line here and one in the site map. */
const ADMIN_ENTRIES: readonly Entry[] = [
  { name: "Overview", to: paths.dashboard, icon: LayoutDashboard },
  { name: "Category", to: paths.adminCategories, icon: Shapes },
  { name: "Sub Category", to: paths.adminSubCategories, icon: FolderTree },
  { name: "Upload Product", to: paths.uploadProduct, icon: PackagePlus },
  { name: "Product", to: paths.adminProducts, icon: Package },
  { name: "Filters", to: paths.filters, icon: SlidersHorizontal },
  { name: "Searches", to: paths.searches, icon: TextSearch },
  { name: "All Orders", to: paths.allOrders, icon: ClipboardList },
  { name: "Staff", to: paths.staff, icon: Users },
  { name: "Settings", to: paths.settings(), icon: Settings },
];

interface EntryGroup {
  /** Empty if there is only one group. */
  title: string;
  entries: readonly Entry[];
}

/** The entries of a person's menus, in groups. */
export function entriesOf(role: Role | undefined): readonly EntryGroup[] {
  if (role !== "ADMIN") return [{ title: "", entries: ACCOUNT_ENTRIES }];
  return [
    { title: "Shop", entries: ADMIN_ENTRIES },
    { title: "You", entries: ACCOUNT_ENTRIES },
  ];
}
