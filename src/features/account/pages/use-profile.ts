import { toast } from "#ui/toast/toast.ts";
import { call } from "#web/call.ts";
import { upload } from "#web/files/upload.ts";
import { type User } from "../contract.ts";
import { cancelEmailChange, updateUser, uploadAvatar } from "../profile/contract.ts";
import { readUserAgain } from "./use-user.ts";

interface Changes {
  name: string;
  email: string;
  mobile: string;
  /** Only needed for a new email address. */
  password?: string;
}

/** Saves the profile and shows the server's message (STAT-9). @throws CallError */
export async function saveProfile(changes: Changes): Promise<User> {
  const { data, message } = await call(updateUser, changes);
  await readUserAgain();
  toast.success(message);
  return data;
}

/** Discards an unconfirmed change of email address. @throws CallError */
export async function keepEmail(): Promise<void> {
  const { message } = await call(cancelEmailChange, {});
  await readUserAgain();
  toast.success(message);
}

/** Uploads a picture and shows the server's message. @throws CallError, AbortError when it was canceled */
export async function saveAvatar(picture: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  const { message } = await upload(uploadAvatar, picture, { onProgress, signal });
  await readUserAgain();
  toast.success(message);
}
