import PostalMime, { type Email } from "postal-mime";
import { listOutbox, readFromOutbox } from "#server/mail/outbox.ts";

/** Emails to an address in a shop's outbox, newest first. */
export async function emailsTo(dataDir: string, address: string): Promise<Email[]> {
  const emails = [];
  for (const id of await listOutbox(dataDir)) {
    const file = await readFromOutbox(dataDir, id);
    if (file) emails.push(await PostalMime.parse(file));
  }
  return emails.filter(({ to }) => to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()));
}
