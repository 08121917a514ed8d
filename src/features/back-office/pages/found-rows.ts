import { formatDollars } from "#shared/money.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import type { Found } from "../contract.ts";

/** One result of the search. */
export interface FoundRow {
  id: string;
  to: string;
  name: string;
  /** What distinguishes it from others with that name. */
  detail: string;
  /** A short note at the right. */
  note: string;
  /** The picture of a product. */
  image?: string;
}

export interface FoundGroup {
  title: string;
  /** How many rows the groups before it have. */
  from: number;
  rows: FoundRow[];
}

/** The results as rows, in groups without empty ones. Enter opens the first, so products that only sound alike come last. */
export function groupsOf({ orders, products, customers }: Found, q: string): FoundGroup[] {
  const groups: (Omit<FoundGroup, "from"> & { isLast?: boolean })[] = [
    {
      title: t("Orders"),
      rows: orders.map(({ _id, orderId, userName, status, totalAmt }) => ({
        id: _id,
        to: adminPaths.order(orderId),
        name: orderId,
        detail: `${userName} · ${formatDollars(totalAmt)}`,
        note: status,
      })),
    },
    {
      title: t("Products"),
      isLast: !products.some((product) => isMeant(product, q)),
      rows: products.map(({ _id, name, unit, sku, image, stock }) => ({
        id: _id,
        to: adminPaths.product(_id),
        name,
        detail: [unit, sku].filter(Boolean).join(" · "),
        note: stock === 0 ? t("Sold out") : t("{stock} in stock", { stock }),
        image,
      })),
    },
    {
      title: t("Customers"),
      rows: customers.map(({ _id, name, email, mobile }) => ({ id: _id, to: adminPaths.customer(_id), name, detail: email, note: mobile })),
    },
  ];
  let count = 0;
  return groups
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false))
    .map(({ title, rows }) => {
      const from = count;
      count += rows.length;
      return { title, rows, from };
    });
}

const CODE = /^\d{8,14}$/;

/** Whether a product has this name or code, and is not just the closest one to it. Barcodes are found by the whole code only. */
function isMeant({ name, sku }: Found["products"][number], q: string): boolean {
  const text = q.toLowerCase();
  return CODE.test(text) || sku.toLowerCase() === text || name.toLowerCase().includes(text);
}
