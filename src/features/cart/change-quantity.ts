import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { shortageMessage } from "../stock/words.ts";
import { readLine, setQuantity, type CartEntry } from "./store.ts";

/**
 * Sets the quantity of a line.
 * @throws Refusal 404 without such a line, 409 with the number left if there are fewer
 */
export function changeQuantity(database: Database, userId: string, lineId: string, quantity: number): Promise<CartEntry> {
  return database.transact(
    async ({ tx }) => {
      const [, line] = await Promise.all([setQuantity(tx, userId, lineId, quantity), readLine(tx, userId, lineId)]);
      if (!line) throw refuse.notFound(t("Cart item not found"));
      const { stock } = line.product;
      if (quantity > stock) throw refuse.conflict(shortageMessage(line.product), { stock });
      return line;
    },
    { prepare: true },
  );
}
