import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Config } from "#server/settings/config.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { canBePaid, settingsOf } from "../settings/rules.ts";
import { SETTINGS } from "../settings/shop-settings.ts";
import { lockSettings, readStored } from "../store.ts";
import { connectionsOf, keyBoxOf } from "./connections.ts";
import type { Service } from "./contract.ts";
import { deleteConnection, readConnections, writeConnection } from "./store.ts";

type Changing = Pick<Config, "shop" | "payments" | "mail" | "settingsKey">;

/** Their names in the history, which never has the keys themselves. */
const NAMES: Record<Service, string> = { paypal: "PayPal keys", culqi: "Culqi keys", mail: "mail server" };

/**
 * Stores the keys of a service, or deletes them, in a transaction.
 * @param change its keys; null deletes them
 * @param allowed nothing changes if it rejects
 * @throws Refusal 409 if the server's environment sets them, or if no way to pay would be left
 */
export async function changeConnection(
  { tx, invalidate, withCommit }: Transaction,
  config: Changing,
  adminId: string,
  { service, keys }: { service: Service; keys: object | null },
  allowed: Promise<unknown>,
): Promise<void> {
  const [, known, stored] = await Promise.all([lockSettings(tx), readConnections(tx), readStored(tx), allowed]);
  const before = connectionsOf(config, known).about[service];
  if (before.state === "environment")
    throw refuse.conflict(t("{name} is set on the server, so it can't be changed here", { name: before.setBy ?? "" }));
  const others = known.filter((one) => one.service !== service);
  if (!keys && others.length === known.length) return;
  const sealed = keys && keyBoxOf(config).seal(JSON.stringify(keys));
  const { payments } = connectionsOf(config, sealed ? [...others, { service, sealed, changedAt: new Date() }] : others);
  // New keys take no way to pay away.
  if (!keys && service !== "mail" && !canBePaid(settingsOf(stored, config.shop), payments))
    throw refuse.conflict(t("This is the only way to pay that is switched on. Switch on another one first, under Stock and sales."));
  invalidate(SETTINGS, EVERYTHING);
  const words = (isSet: boolean) => ({ [NAMES[service]]: isSet ? "stored" : "none" });
  withCommit(
    sealed ? writeConnection(tx, service, sealed) : deleteConnection(tx, service),
    noteChange(tx, adminId, {
      kind: "settings",
      thingId: "settings",
      thingName: "Settings",
      action: "changed",
      before: words(before.state !== "unset"),
      after: keys ? { [NAMES[service]]: "new keys" } : words(false),
    }),
  );
}
