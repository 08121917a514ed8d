import {
  CircleUserRound,
  ClipboardList,
  FolderTree,
  Heart,
  History,
  Inbox,
  LayoutDashboard,
  ListChecks,
  MapPin,
  NotebookPen,
  Package,
  PackagePlus,
  ReceiptText,
  Settings,
  Shapes,
  ShoppingBasket,
  ShieldCheck,
  SlidersHorizontal,
  TextSearch,
  TicketPercent,
  Truck,
  Users,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import { may, type Access, type Role } from "#shared/roles.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

interface Entry {
  name: string;
  to: string;
  icon: LucideIcon;
}

/** The entries of the account menu, the phone menu and the side menu (LAY-5). */
const ACCOUNT_ENTRIES: readonly Entry[] = [
  { name: t("Profile"), to: paths.profile, icon: CircleUserRound },
  { name: t("My Orders"), to: paths.myOrders, icon: ReceiptText },
  { name: t("Favorites"), to: paths.favorites, icon: Heart },
  { name: t("Lists"), to: paths.lists, icon: ListChecks },
  { name: t("Save Address"), to: paths.addresses, icon: MapPin },
  { name: t("Security"), to: paths.security, icon: ShieldCheck },
];

interface StaffEntry extends Entry {
  /** Who may open it, and the pages below it. */
  access: Access;
  /** Only in a shop with a complaints book. */
  ofBook?: true;
}

/** The back office (LAY-6). A new page is one line here, saying who may open it, and one in the site map. */
const STAFF_ENTRIES: readonly StaffEntry[] = [
  { name: t("Overview"), to: paths.dashboard, icon: LayoutDashboard, access: "manager" },
  { name: t("Category [page]"), to: adminPaths.categories, icon: Shapes, access: "manager" },
  { name: t("Sub Category [page]"), to: adminPaths.subCategories, icon: FolderTree, access: "manager" },
  { name: t("Upload Product"), to: adminPaths.uploadProduct, icon: PackagePlus, access: "manager" },
  { name: t("Product [page]"), to: adminPaths.products, icon: Package, access: "manager" },
  { name: t("Filters"), to: adminPaths.filters, icon: SlidersHorizontal, access: "manager" },
  { name: t("Searches"), to: adminPaths.searches, icon: TextSearch, access: "manager" },
  { name: t("All Orders"), to: adminPaths.allOrders, icon: ClipboardList, access: "manager" },
  { name: t("Pick"), to: adminPaths.pick(), icon: ShoppingBasket, access: "picker" },
  { name: t("Coupons"), to: adminPaths.coupons, icon: TicketPercent, access: "manager" },
  { name: t("Customers"), to: adminPaths.customers, icon: UsersRound, access: "manager" },
  { name: t("Inbox"), to: adminPaths.inbox, icon: Inbox, access: "manager" },
  { name: t("Complaints [menu]"), to: adminPaths.complaints, icon: NotebookPen, access: "manager", ofBook: true },
  { name: t("Activity"), to: adminPaths.activity, icon: History, access: "manager" },
  { name: t("Delivery [page]"), to: adminPaths.delivery, icon: Truck, access: "admin" },
  { name: t("Staff"), to: adminPaths.staff, icon: Users, access: "admin" },
  { name: t("Settings"), to: adminPaths.settings(), icon: Settings, access: "admin" },
];

/** Pages of the back office that other pages lead to, not the menus. */
const OTHER_PAGES: readonly Pick<StaffEntry, "to" | "access">[] = [
  { to: adminPaths.productGrid, access: "manager" },
  { to: adminPaths.productImport(), access: "manager" },
  { to: adminPaths.deleted(), access: "manager" },
];

/** Who may open a page of the back office: admins only, unless it is listed for more people. */
export function accessTo(pathname: string): Access {
  const path = pathname.toLowerCase().replace(/\/$/, "");
  const isThere = (to: string) => path === to || (to !== paths.dashboard && path.startsWith(`${to}/`));
  return [...STAFF_ENTRIES, ...OTHER_PAGES].find(({ to }) => isThere(to))?.access ?? "admin";
}

interface EntryGroup {
  /** Empty if there is only one group. */
  title: string;
  entries: readonly Entry[];
}

/** The entries of a person's menus, in groups: of the back office, only what they may open. */
export function entriesOf(
  role: Role = "USER",
  { complaintsBook = false }: { complaintsBook?: boolean | undefined } = {},
): readonly EntryGroup[] {
  const staffEntries = STAFF_ENTRIES.filter(({ access, ofBook }) => may(role, access) && (complaintsBook || !ofBook));
  if (staffEntries.length === 0) return [{ title: "", entries: ACCOUNT_ENTRIES }];
  return [
    { title: t("Shop"), entries: staffEntries },
    { title: t("You"), entries: ACCOUNT_ENTRIES },
  ];
}

/** Where `/dashboard` leads someone: to the first entry of their menu. */
export function startOf(role: Role): string {
  return entriesOf(role)[0]!.entries[0]!.to;
}
