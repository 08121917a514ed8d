import { toast } from "#ui/toast.ts";
import { call } from "#web/call.ts";
import { upload } from "#web/upload.ts";
import { cancelEmailChange, updateUser, uploadAvatar, type User } from "../contract.ts";
import { readUserAgain } from "./use-user.ts";

interface Changes {
  name: string;
  email: string;
  mobile: string;
  /** Needed for a new email address only. */
  password?: string;
}

/** Saves the profile and says so (STAT-9). @throws CallError */
export async function saveProfile(changes: Changes): Promise<User> {
  const { data, message } = await call(updateUser, changes);
  await readUserAgain();
  toast.success(message);
  return data;
}

/** Drops an email change that is not confirmed. @throws CallError */
export async function keepEmail(): Promise<void> {
  const { message } = await call(cancelEmailChange, {});
  await readUserAgain();
  toast.success(message);
}

/** Uploads a picture and says so. @throws CallError, AbortError when it was canceled */
export async function saveAvatar(picture: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  const { message } = await upload(uploadAvatar, picture, { onProgress, signal });
  await readUserAgain();
  toast.success(message);
}
