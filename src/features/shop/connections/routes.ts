import type { FastifyInstance } from "fastify";
import { serve, type Call } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readingContact, withOwnPassword } from "../../account/password/check-password.ts";
import { changeConnection } from "./change-connection.ts";
import { connectionsOf } from "./connections.ts";
import * as contract from "./contract.ts";
import { readConnections } from "./store.ts";

/** Who changes keys. */
type Asking = Pick<Call<typeof contract.removeConnection>, "visitor" | "http"> & { ahead: Parameters<typeof withOwnPassword>[1]["ahead"] };

/** The keys of payment providers and the mail server: written by admins, never read back. */
export function connectionRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const change = async (
    { visitor: { userId }, ahead, http }: Asking,
    ownPassword: string,
    service: contract.Service,
    keys: object | null,
  ) => {
    await withOwnPassword(shop, { userId, password: ownPassword, ahead, http }, (_known, allowed) =>
      database.transact((transaction) => changeConnection(transaction, config, userId, { service, keys }, allowed)),
    );
  };
  const reading = readingContact(shop);

  serve(app, shop, contract.listConnections, async () => ({ data: connectionsOf(config, await readConnections(database.db)).about }));

  for (const [service, endpoint] of [
    ["paypal", contract.setPayPal],
    ["culqi", contract.setCulqi],
    ["mail", contract.setMail],
  ] as const)
    serve(
      app,
      shop,
      endpoint,
      async ({ input: { ownPassword, ...keys }, ...asking }) => {
        await change(asking, ownPassword, service, keys);
        return { message: t("Saved") };
      },
      reading,
    );
  serve(
    app,
    shop,
    contract.removeConnection,
    async ({ input: { ownPassword }, params: { service }, ...asking }) => {
      await change(asking, ownPassword, service, null);
      return { message: t("Keys deleted") };
    },
    reading,
  );
}
