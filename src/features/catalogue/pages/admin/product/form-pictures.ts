import { PICTURE_TYPES } from "#web/pictures/picture-types.ts";
import { MAX_BYTES } from "#features/files/rules.ts";
import { t } from "#words/t.ts";

/** A picture in a form: uploaded, uploading or refused. */
export interface FormPicture {
  key: string;
  /** URL in the shop; empty until it is uploaded. */
  url: string;
  /** URL to show: the shop's, or the local file's during upload. */
  preview: string;
  /** Upload progress, from 0 to 1. */
  share: number;
  /** Why the upload failed. */
  problem: string;
}

/** Updates the pictures of a form from their latest state. */
export type ChangePictures = (update: (pictures: FormPicture[]) => FormPicture[]) => void;

/** Pictures that are already uploaded. */
export function toFormPictures(urls: readonly string[]): FormPicture[] {
  return urls.filter(Boolean).map((url) => ({ key: url, url, preview: url, share: 1, problem: "" }));
}

/** The URLs to submit. */
export function urlsOf(pictures: readonly FormPicture[]): string[] {
  return pictures.map(({ url }) => url).filter(Boolean);
}

/** Whether uploads are still in progress. */
export function areUploading(pictures: readonly FormPicture[]): boolean {
  return pictures.some(({ url, problem }) => !url && !problem);
}

export function moved(pictures: readonly FormPicture[], from: number, to: number): FormPicture[] {
  const rest = pictures.filter((_, place) => place !== from);
  const one = pictures[from];
  return one ? rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, one) : [...pictures];
}

/** Why a file cannot be uploaded; empty if it can. The server checks again. */
export function problemOf({ type, size }: Pick<File, "type" | "size">): string {
  if (!PICTURE_TYPES.split(",").includes(type)) return t("Use a JPEG, PNG, WebP, AVIF or GIF");
  return size > MAX_BYTES ? t("This is larger than 10 MB") : "";
}
