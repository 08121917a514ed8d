import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { discounted, formatCents, toCents, toDollars } from "#shared/money.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { idsOfCode } from "../catalogue/admin/find/store.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { productReply } from "../catalogue/product-reply.ts";
import { readShopProducts } from "../catalogue/store.ts";
import { idsNamed } from "../orders/admin/store.ts";
import { agreedReply } from "../orders/order-reply.ts";
import { needsAdminAfter, staffActor, type StaffActor } from "../orders/limits/refund-limit.ts";
import { IS_PAID, cashDueCents } from "../orders/rules.ts";
import { idOf, readOrdersIn, type OrderedLine, type PlacedOrder } from "../orders/store.ts";
import * as contract from "./contract.ts";
import { markLines } from "./mark-lines.ts";
import { packOrder } from "./pack-order.ts";
import { packedAs, replacementCents } from "./rules.ts";
import { readLinesToPick, readWaiting, type LineToPick, type StoredMark } from "./store.ts";

/** Picking and packing, for everyone on the staff. */
export function pickRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;

  serve(app, shop, contract.listWaiting, async () => {
    const { orders, more } = await readWaiting(db, (await shop.identity()).timeZone);
    return {
      more,
      data: orders.map(({ id, number, createdAt, packedAt, delivery, ...order }) => ({
        ...order,
        _id: id,
        orderId: number,
        createdAt: new Date(createdAt).toISOString(),
        packedAt: packedAt && new Date(packedAt).toISOString(),
        delivery: delivery && agreedReply(delivery),
      })),
    };
  });

  serve(app, shop, contract.pickList, async ({ input, visitor }) => {
    const who = await staffActor(shop, visitor);
    const ids = idsNamed(input.orderIds);
    const [chosen, lines] = await database.read((tx) => Promise.all([readOrdersIn(tx, ids), readLinesToPick(tx, ids)]));
    const orders = chosen.filter(({ status, packedAt }) => status === "PENDING" && !packedAt);
    const byId = new Map(orders.map((order) => [order.id, order]));
    const left = chosen.filter(({ id }) => !byId.has(id));
    return {
      data: {
        orders: orders.map((order) => toPickedOrder(order, lines, who)),
        lines: lines.flatMap((line) => toLine(byId.get(line.orderId)?.lines[line.position], line)),
        left: left.map(({ number, status, packedAt }) => ({ orderId: number, status, packed: packedAt !== null })),
      },
    };
  });

  serve(app, shop, contract.markPicked, async ({ input, visitor }) => {
    await markLines(database, visitor.userId, input.lines);
    return {};
  });

  serve(app, shop, contract.findByCode, async ({ input }) => ({
    data: (await readShopProducts(db, idsOfCode(input.code))).map(productReply),
  }));

  serve(app, shop, contract.bagLabels, async ({ input }) => {
    const orders = await readOrdersIn(db, idsNamed(input.orderIds));
    return { data: orders.filter(({ status, packedAt }) => status === "PENDING" && packedAt).map(toLabel) };
  });

  serve(app, shop, contract.packOrder, async ({ input, visitor }) => {
    const expectedCents = input.packedAmt === undefined ? undefined : toCents(input.packedAmt);
    const { totalCents, overpaidCents } = await packOrder(database, await staffActor(shop, visitor), idOf(input.orderId), {
      bags: input.bags,
      expectedCents,
    });
    const message =
      overpaidCents > 0
        ? t("Order packed; {amount} will be refunded to the shopper", { amount: formatCents(overpaidCents) })
        : t("Order packed");
    return { data: { totalAmt: toDollars(totalCents), returned: toDollars(overpaidCents) }, message };
  });
}

/** A replacement with what it costs when it is sold now. */
const soldNow = ({ listCents, discountHundredths, ...product }: NonNullable<StoredMark["replacement"]>) => ({
  ...product,
  listCents,
  paidCents: discounted(listCents, discountHundredths),
});

function toPickedOrder(order: PlacedOrder, picked: readonly LineToPick[], who: StaffActor): contract.PickedOrder {
  const { id, number, userName, createdAt, note, delivery, totalCents, deliveryAddress } = order;
  const marks = new Map(picked.filter(({ orderId }) => orderId === id).map(({ position, mark }) => [position, mark]));
  const asMarked = order.lines.map((line, position) => {
    const { found = line.quantity, grams = null, noneLeft = false, replacement = null } = marks.get(position) ?? {};
    const replaced = replacement && { product: soldNow(replacement), quantity: replacement.quantity, grams: replacement.grams };
    return { found, grams, noneLeft, replacement: replaced };
  });
  const { totalCents: packedCents, givenCents } = packedAs(order, asMarked, language());
  const overpaidCents = IS_PAID[order.paymentStatus] ? totalCents - packedCents : 0;
  // Earlier refunds count when it is packed.
  const needsAdmin = needsAdminAfter({ timeline: [], totalCents }, who, overpaidCents + givenCents);
  return {
    _id: id,
    orderId: number,
    userName,
    mobile: deliveryAddress.mobile,
    createdAt: createdAt.toISOString(),
    note,
    delivery: delivery && agreedReply(delivery),
    totalAmt: toDollars(totalCents),
    packedAmt: toDollars(packedCents),
    needsAdmin,
  };
}

/** A line to pick; none if its order was packed between two queries. */
function toLine(
  line: OrderedLine | undefined,
  { orderId, position, category, subCategory, barcode, mark, inBag }: LineToPick,
): contract.PickLine[] {
  if (!line) return [];
  const { productId, name, unit, brand, sku, image, quantity, ifMissing, weighed } = spokenLine(line, language());
  const { replacement = null } = mark ?? {};
  const replaced = replacement && {
    productId: replacement.productId,
    quantity: replacement.quantity,
    name: replacement.name,
    unit: replacement.unit,
    brand: replacement.brand,
    sku: replacement.sku,
    price: toDollars(replacementCents(line, soldNow(replacement))),
    ...(replacement.weighed && { weighed: replacement.weighed }),
    ...(replacement.grams !== null && { grams: replacement.grams }),
  };
  return [
    {
      _id: orderId,
      position,
      productId,
      name,
      unit,
      brand,
      sku,
      barcode,
      image: image[0] ?? "",
      category,
      subCategory,
      quantity,
      price: toDollars(line.paidCents),
      ifMissing: ifMissing || null,
      ...(weighed && { weighed }),
      ...(inBag !== null && { inBag }),
      mark: mark && {
        found: mark.found,
        ...(mark.grams !== null && { grams: mark.grams }),
        noneLeft: mark.noneLeft,
        replacement: replaced,
      },
    },
  ];
}

function toLabel(order: PlacedOrder): contract.BagLabel {
  const { id, number, userName, bags, delivery, deliveryAddress, note } = order;
  return {
    _id: id,
    orderId: number,
    userName,
    bags,
    delivery: delivery && agreedReply(delivery),
    delivery_address: deliveryAddress,
    collect: toDollars(cashDueCents(order)),
    note,
  };
}
