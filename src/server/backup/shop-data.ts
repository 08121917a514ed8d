import type pg from "pg";
import type { Replaced } from "./copy-tables.ts";
import type { PictureStore } from "./picture-archive.ts";

/** What a backup has to know about a shop's data; `src/start/backup/shop-data.ts` defines it for this shop. */
export interface ShopData {
  /** Tables that mean nothing elsewhere or later, and are never backed up. */
  readonly passing: readonly string[];
  /** Tables that migrations fill in: a shop with these rows alone is still empty, and a restore replaces them. */
  readonly filledByMigrations: readonly string[];
  /**
   * Tables whose triggers would write again what the backup holds, too: a restore fills them without, since the triggers need indexes that
   * are only created afterwards.
   */
  readonly untriggered: readonly string[];
  /** What only goes into encrypted backups: whole tables, and values. In others, values are replaced. */
  readonly secret: { readonly tables: readonly string[]; readonly values: readonly Replaced[] };
  readonly pictures: PictureStore & {
    /** The keys of all pictures the database knows, in the transaction of `client`. */
    keys(client: pg.Client): Promise<string[]>;
  };
  /** Secrets of the shop by name; only in encrypted backups. */
  readonly secrets: { read(): Record<string, string>; write(secrets: Record<string, string>): void };
}
