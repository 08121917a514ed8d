import type { Db, Invalidate } from "#server/db/connect.ts";
import type { Item } from "#features/stock/rules.ts";
import { lockStock } from "#features/stock/store.ts";
import { judgeStock, takeLocked } from "#features/stock/take-stock.ts";

/** Sells pieces: all of them, or none. @throws as `judgeStock` */
export async function takeStock(tx: Db, invalidate: Invalidate, items: readonly Item[]): Promise<void> {
  const products = await lockStock(
    tx,
    items.map(({ productId }) => productId),
  );
  await takeLocked(tx, invalidate, judgeStock(products, items), "sell");
}
