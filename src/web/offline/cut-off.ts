import { STORED_AT } from "#shared/worker/messages.ts";
import { lastResponded } from "../call.ts";

/** When this document was stored, if it comes from the service worker; 0 if it comes from the shop. */
export const storedAt = () => Number(document.documentElement.dataset[STORED_AT] ?? 0);

/** Whether the shop can't be reached, as far as is known: the browser may report a dead line as online. */
export const isCutOff = () => !navigator.onLine || !(lastResponded() ?? storedAt() === 0);
