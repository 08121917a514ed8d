import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { productReply } from "../../catalogue/product-reply.ts";
import { readProducts } from "../../catalogue/store.ts";
import { compile, type Synonyms } from "../engine/expand.ts";
import { search } from "../engine/search.ts";
import { searchIndexOf } from "../engine/search-index.ts";
import * as change from "./change-synonym.ts";
import * as contract from "./contract.ts";
import { writeRule } from "./rules.ts";
import { readSynonyms, type StoredSynonym } from "./store.ts";

/** Products in each half of a preview. */
const PREVIEWED = 6;

const toReply = ({ id, ...rule }: StoredSynonym): contract.Synonym => ({ _id: id, rule: writeRule(rule) });

/** Admins say which words mean the same. */
export function synonymRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;
  const index = searchIndexOf(shop);

  serve(app, shop, contract.listSynonyms, async () => ({ data: (await readSynonyms(db)).map(toReply) }));

  serve(app, shop, contract.addSynonym, async ({ input, visitor }) => ({
    data: toReply(await change.addSynonym(database, visitor.userId, input.rule)),
    message: t("Synonym added"),
  }));

  serve(app, shop, contract.changeSynonym, async ({ input, visitor }) => ({
    data: toReply(await change.changeSynonym(database, visitor.userId, input._id, input.rule)),
    message: t("Synonym saved"),
  }));

  serve(app, shop, contract.deleteSynonym, async ({ input, visitor }) => {
    await change.deleteSynonym(database, visitor.userId, input._id);
    return { message: t("Synonym deleted") };
  });

  serve(app, shop, contract.restoreSynonym, async ({ input, visitor }) => ({
    data: toReply(await change.restoreSynonym(database, visitor.userId, input._id)),
    message: t("Synonym restored"),
  }));

  serve(app, shop, contract.previewSynonym, async ({ input }) => {
    const rule = change.ruleOf(input.rule);
    const now = await readSynonyms(db);
    const then = [...now.filter(({ id }) => id !== input._id), rule];
    const find = async (synonyms: Synonyms) => {
      const { ids, total } = await search(index, input.search, { page: 1, limit: PREVIEWED }, { synonyms });
      return { totalCount: total, data: (await readProducts(db, ids)).map(productReply) };
    };
    const [before, after] = await Promise.all([find(compile(now)), find(compile(then))]);
    return { before, after };
  });
}
