/** What can be printed for chosen orders. */
export type Paper = "packing-slips" | "invoices";

/** The addresses of the back office, for links. Apart from the others, so that shoppers do not load them. */
export const adminPaths = {
  categories: "/dashboard/category",
  subCategories: "/dashboard/subcategory",
  uploadProduct: "/dashboard/upload-product",
  products: "/dashboard/product",
  product: (id: string) => `/dashboard/product?edit=${id}`,
  productGrid: "/dashboard/product-grid",
  filters: "/dashboard/filters",
  searches: "/dashboard/searches",
  productImport: (id?: string, step?: "columns") => `/dashboard/import${id ? `/${id}` : ""}${step ? `?step=${step}` : ""}`,
  deleted: (kind?: string) => (kind ? `/dashboard/deleted?kind=${kind}` : "/dashboard/deleted"),
  allOrders: "/dashboard/allorders",
  allOrdersWhere: (filters: Readonly<Record<string, string>>) => `/dashboard/allorders?${new URLSearchParams(filters)}`,
  order: (number: string) => `/dashboard/allorders/${number}`,
  orderDelivery: (number: string) => `/dashboard/allorders/${number}/delivery`,
  orderPapers: (numbers: readonly string[], paper: Paper) => `/dashboard/allorders/papers?paper=${paper}&orders=${numbers.join(",")}`,
  delivery: "/dashboard/delivery",
  pick: (numbers: readonly string[] = []) => (numbers.length > 0 ? `/dashboard/pick?orders=${numbers.join(",")}` : "/dashboard/pick"),
  bagLabels: (numbers: readonly string[]) => `/dashboard/pick/labels?orders=${numbers.join(",")}`,
  coupons: "/dashboard/coupons",
  customers: "/dashboard/customers",
  customer: (id: string) => `/dashboard/customers/${id}`,
  inbox: "/dashboard/inbox",
  complaints: "/dashboard/complaints",
  complaint: (id: string) => `/dashboard/complaints/${id}`,
  activity: "/dashboard/activity",
  staff: "/dashboard/staff",
  settings: (group = "") => (group ? `/dashboard/settings/${group}` : "/dashboard/settings"),
} as const;
