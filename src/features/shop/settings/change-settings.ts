import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Transaction } from "#server/db/connect.ts";
import { aboutField } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import type { Config } from "#server/settings/config.ts";
import type { PaymentsConfig } from "#server/settings/payment-settings.ts";
import type { SettingName, Settings } from "#shared/settings.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { isSame } from "../../audit/rules.ts";
import { missingPictures, refuseMissing } from "../../files/use-pictures.ts";
import { lockCurrency, lockSettings, readStored, writeSettings } from "../store.ts";
import { asSeen, bookNeeds, canBePaid, canTake, currencyFixed, noYape, SET_BY, SETTING_NAMES, settingsOf } from "./rules.ts";
import { SETTINGS } from "./shop-settings.ts";

export interface SettingsChange {
  changes: { readonly [Name in SettingName]?: Settings[Name] | undefined };
  /** The former values, as the admin saw them. */
  was: Readonly<Partial<Record<SettingName, unknown>>>;
}

/**
 * Changes settings, in a transaction.
 * @throws Refusal 400 for a picture that doesn't exist, when no way to pay would be left, for Yape where it can't be taken, or when the
 * complaints book lacks what the law requires; 409 for a setting that another admin changed meanwhile or that is set on the server, which
 * `data` names
 */
export async function changeSettings(
  { tx, invalidate, withCommit }: Transaction,
  { shop: given, payments }: { shop: Config["shop"]; payments: PaymentsConfig },
  adminId: string,
  { changes, was }: SettingsChange,
): Promise<void> {
  const pictures = picturesIn(changes);
  const [, stored, isCurrencyFixed, missing] = await Promise.all([
    lockSettings(tx),
    readStored(tx),
    changes.currency !== undefined && lockCurrency(tx),
    missingPictures(tx, pictures),
  ]);
  const now = settingsOf(stored, given);
  const names = SETTING_NAMES.filter((name) => changes[name] !== undefined && !isSame(changes[name], now[name]));
  for (const name of names) {
    if (name in given)
      throw refuse.conflict(t("{name} is set by {variable} on the server", { name, variable: SET_BY[name] ?? "" }), {
        field: name,
        value: now[name],
      });
    if (!isSame(asSeen(name, was[name]), now[name]))
      throw refuse.conflict(t("{name} was changed by someone else in the meantime", { name }), { field: name, value: now[name] });
  }
  if (names.length === 0) return;
  const pick = (values: SettingsChange["changes"]) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const next = { ...now, ...pick(changes) };
  if (names.includes("yape") && next.yape && !canTake("yape", next.currency, payments)) throw refuse.badInput(noYape(), "yape");
  const isAboutPaying = names.some((name) => name === "ways" || name === "yape" || name === "currency");
  if (isAboutPaying && !canBePaid(next, payments))
    throw refuse.badInput(t("ways must include one that accepts {currency}", { currency: next.currency }), "ways");
  if (names.includes("currency") && isCurrencyFixed) throw refuse.conflict(currencyFixed(), { field: "currency", value: now.currency });
  const needs = bookNeeds(next);
  if (needs) throw refuse.badInput(aboutField(needs.field, needs.words), needs.field);
  refuseMissing(pictures, missing);
  invalidate(SETTINGS, EVERYTHING);
  const change = { before: pick(now), after: pick(changes) };
  withCommit(
    writeSettings(tx, pick(changes)),
    noteChange(tx, adminId, { kind: "settings", thingId: "settings", thingName: "Settings", action: "changed", ...change }),
  );
}

function picturesIn({ logo, bannerPicture }: SettingsChange["changes"]): string[] {
  return [logo, bannerPicture].flatMap((address) => address || []);
}
