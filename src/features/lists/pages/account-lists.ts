import { toast } from "#ui/toast/toast.ts";
import { call, CallError, isRefused } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { createList, deleteList, getLists, mergeLists, renameList, setListLine, type SavedList } from "../contract.ts";
import type { Change } from "../rules.ts";
import { deleteGuestLists, guestLists, hasGuestLists, type ListStorage } from "./guest-lists.ts";

/** Stores lists in the account. `tell` notifies the other tabs of a change. */
export function accountStorage(tell: () => void): ListStorage {
  return {
    async read() {
      const merged = hasGuestLists() ? await mergeOnce(tell) : undefined;
      return merged ?? (await call(getLists, undefined)).data;
    },
    async send(change) {
      // Each change may arrive twice.
      await insist(() => request(change));
      tell();
    },
  };
}

async function request(change: Change): Promise<void> {
  if (change.kind === "create") await call(createList, change.list);
  else if (change.kind === "rename") await call(renameList, { _id: change._id, name: change.name });
  else if (change.kind === "line") await call(setListLine, { _id: change._id, productId: change.productId, quantity: change.quantity });
  else
    await call(deleteList, { _id: change._id }).catch((error: unknown) => {
      // Another tab or device deleted it first.
      if (!(error instanceof CallError && error.status === 404)) throw error;
    });
}

/**
 * Merges the guest's lists into the account's. They are deleted only after the response; merging them again changes nothing.
 * @returns undefined if there is nothing to merge, or the server refuses to
 */
async function mergeOnce(tell: () => void): Promise<SavedList[] | undefined> {
  const merge = async () => {
    // Another tab may have done it while this one waited.
    if (!hasGuestLists()) return undefined;
    try {
      const { data, message, left_out: leftOut } = await insist(() => call(mergeLists, { lists: guestLists() }));
      deleteGuestLists();
      tell();
      if (leftOut > 0) toast.info(message);
      return data;
    } catch (error) {
      // A refusal must not hide the account's own lists; the next load tries again.
      if (isRefused(error)) return undefined;
      throw error;
    }
  };
  // Web Locks need https or localhost; elsewhere two tabs may both merge, which is harmless.
  return "locks" in navigator ? navigator.locks.request("despensa-merge-lists", merge) : merge();
}
