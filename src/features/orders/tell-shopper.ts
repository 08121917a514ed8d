import { inLanguage } from "#server/http/request-language.ts";
import { button, page, type Part } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import type { EmailKind } from "#shared/settings.ts";
import { paths } from "#web/paths.ts";
import type { Language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { greeting, nameIn } from "../account/greeting.ts";
import { readAccount, type Account } from "../account/store.ts";
import { isForPickup } from "../delivery/rules.ts";
import { readOrder, type PlacedOrder } from "./store.ts";

/** What an email about an order says, between its greeting and the link to the order. */
export interface Told {
  subject: string;
  parts: readonly Part[];
  /** The subject that an admin chose for its kind doesn't fit. */
  keepsSubject?: boolean;
}

interface Telling {
  orderId: string;
  emailId: string;
  kind: EmailKind;
  /** If it is another one for orders that are picked up. */
  pickupKind?: EmailKind | undefined;
  /** The language it is in, if not that of the shopper. */
  spoken?: Language | undefined;
  /** By default, everyone who isn't blocked. */
  mayGet?: ((user: Account) => boolean) | undefined;
}

/**
 * Emails a shopper about their order, from a job.
 * @param write what it says; undefined if there is nothing to tell
 */
export async function tellShopper(
  shop: Shop,
  { orderId, emailId, kind, pickupKind = kind, spoken, mayGet = ({ status }) => status === "Active" }: Telling,
  write: (order: PlacedOrder, user: Account, shopEmail: string) => Told | undefined | Promise<Told | undefined>,
): Promise<void> {
  const { config, database } = shop;
  const order = await readOrder(database.db, orderId);
  const user = order && (await readAccount(database.db, order.userId));
  if (!user || !mayGet(user)) return;
  const [identity, settings] = [await shop.identity(), await shop.settings()];
  const content = await inLanguage(spoken ?? order.language, async () => {
    const told = await write(order, user, identity.email);
    if (!told) return undefined;
    const own = ownWords(settings, isForPickup(order.delivery) ? pickupKind : kind);
    const words = own && told.keepsSubject ? { ...own, subject: "" } : own;
    const parts = [...told.parts, button(t("See your order"), page(config, paths.order(order.number)))];
    const original = { subject: told.subject, greeting: greeting(user), parts };
    return composeWithWords(identity, words, original, { order: order.number, name: nameIn(user) });
  });
  if (content) await recipientLimit(shop).send(user, { id: emailId, content });
}
