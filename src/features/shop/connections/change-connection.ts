import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Db, Invalidate } from "#server/db/connect.ts";
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
 * @param keys null deletes them
 * @throws Refusal 409 if the server's environment sets them, or if no way to pay would be left
 */
export async function changeConnection(
  tx: Db,
  invalidate: Invalidate,
  config: Changing,
  adminId: string,
  service: Service,
  keys: object | null,
): Promise<void> {
  await lockSettings(tx);
  const before = connectionsOf(config, await readConnections(tx)).about[service];
  if (before.state === "environment")
    throw refuse.conflict(t("{name} is set on the server, so it can't be changed here", { name: before.setBy ?? "" }));
  if (keys) await writeConnection(tx, service, keyBoxOf(config).seal(JSON.stringify(keys)));
  else if (!(await deleteConnection(tx, service))) return;
  const { payments } = connectionsOf(config, await readConnections(tx));
  if (!canBePaid(settingsOf(await readStored(tx), config.shop), payments))
    throw refuse.conflict(t("This is the only way to pay that is switched on. Switch on another one first, under Stock and sales."));
  invalidate(SETTINGS, EVERYTHING);
  const words = (isSet: boolean) => ({ [NAMES[service]]: isSet ? "stored" : "none" });
  await noteChange(tx, adminId, {
    kind: "settings",
    thingId: "settings",
    thingName: "Settings",
    action: "changed",
    before: words(before.state !== "unset"),
    after: keys ? { [NAMES[service]]: "new keys" } : words(false),
  });
}
