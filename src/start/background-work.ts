import type { Shop } from "#server/shop.ts";
import { deleteOldBackupRuns } from "#server/backup/backup-runs.ts";
import type { Cleaning } from "#server/jobs/clean-regularly.ts";
import { deleteOldInvalidations } from "#server/cache/watch-invalidations.ts";
import { failedJobTasks } from "#server/jobs/delete-failed-jobs.ts";
import type { Task } from "#server/jobs/jobs.ts";
import { backupTasks } from "./backup/back-up-shop.ts";
import { deleteOldEmails } from "#server/mail/outbox.ts";
import { deleteOldAttempts } from "#server/limits/rate-limit.ts";
import { accountTasks } from "#features/account/emails.ts";
import { deleteOldTickets } from "#features/account/two-step/store.ts";
import { deleteOldPlaces } from "#features/account/session/known-place-store.ts";
import { deleteOldSecurityEvents } from "#features/account/security-events.ts";
import { deleteOldSessions } from "#features/account/session/session-store.ts";
import { deleteOldAdminChanges } from "#features/audit/store.ts";
import { deleteOldMerges } from "#features/cart/store.ts";
import { pictureTasks } from "#features/catalogue/import/pictures/fetch-pictures.ts";
import { shelfTasks } from "#features/catalogue/admin/shelves/index-shelf.ts";
import { importTasks } from "#features/catalogue/import/run-import.ts";
import { undoTasks } from "#features/catalogue/import/undo/undo-import.ts";
import { deleteOldImports } from "#features/catalogue/import/store.ts";
import { offerTasks } from "#features/catalogue/offers/run-offers.ts";
import { popularityTasks } from "#features/catalogue/popularity.ts";
import { complaintTasks } from "#features/complaints/emails.ts";
import { reminderTask } from "#features/complaints/remind.ts";
import { deleteOldComplaints } from "#features/complaints/store.ts";
import { contactTasks } from "#features/contact/emails.ts";
import { customerTasks } from "#features/customers/add-up-totals.ts";
import { deleteOldDays } from "#features/dashboard/days/add-up-days.ts";
import { invitationTasks } from "#features/invitations/emails.ts";
import { deleteOldInvitations } from "#features/invitations/store.ts";
import { fileTasks } from "#features/files/remove-pictures.ts";
import { lowStockTasks } from "#features/stock/low-stock-email.ts";
import { pickTasks } from "#features/pick/emails.ts";
import { deleteOldSurplus } from "#features/orders/picked/store.ts";
import { pairTasks } from "#features/orders/bought/pair-products.ts";
import { orderTasks } from "#features/orders/emails.ts";
import { deleteOldKeys } from "#features/idempotency/key-store.ts";
import { resetTasks } from "#features/reset/emails.ts";
import { deleteOldResets } from "#features/reset/store.ts";
import { deleteOldSandboxState } from "#sandbox/database-store.ts";
import { deleteOldWebhookEvents } from "#features/payments/webhook-store.ts";
import { readRefundSoFar } from "#features/payments/refunds/refund-order.ts";
import { paymentTasks } from "#features/payments/tasks.ts";
import { forgetSearches } from "#features/search/report/store.ts";
import { deleteOldSynonyms } from "#features/search/synonyms/store.ts";
import { completionTasks } from "#features/search/completions/refresh.ts";
import { securityTasks } from "#features/security/emails.ts";
import { pushTasks } from "#features/push/notify.ts";
import { picturesInUse } from "./pictures-in-use.ts";

/** Everything that is deleted when it expires. */
export const CLEANING: readonly Cleaning[] = [
  deleteOldAdminChanges,
  deleteOldAttempts,
  deleteOldBackupRuns,
  deleteOldComplaints,
  deleteOldDays,
  deleteOldInvalidations,
  deleteOldEmails,
  deleteOldImports,
  deleteOldInvitations,
  deleteOldKeys,
  deleteOldMerges,
  deleteOldResets,
  deleteOldPlaces,
  deleteOldSandboxState,
  deleteOldSecurityEvents,
  deleteOldSessions,
  deleteOldSurplus,
  deleteOldSynonyms,
  deleteOldTickets,
  deleteOldWebhookEvents,
  forgetSearches,
];

/** All background tasks. */
export function tasksOf(shop: Shop): Task[] {
  return [
    ...accountTasks(shop),
    ...backupTasks(shop),
    ...complaintTasks(shop),
    reminderTask(shop),
    ...completionTasks(shop),
    ...contactTasks(shop),
    ...customerTasks(shop),
    ...failedJobTasks(shop),
    ...fileTasks(shop, picturesInUse),
    ...importTasks(shop),
    ...invitationTasks(shop),
    ...undoTasks(shop),
    ...pictureTasks(shop),
    ...offerTasks(shop),
    ...orderTasks(shop, readRefundSoFar),
    ...pushTasks(shop),
    ...pairTasks(shop),
    ...pickTasks(shop),
    ...lowStockTasks(shop),
    ...paymentTasks(shop),
    ...popularityTasks(shop),
    ...resetTasks(shop),
    ...securityTasks(shop),
    ...shelfTasks(shop),
  ];
}
