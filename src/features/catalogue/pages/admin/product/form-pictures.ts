import { MAX_BYTES } from "#features/files/rules.ts";

/** A picture of a form: in the shop, on its way there, or refused. */
export interface Shot {
  key: string;
  /** Its address in the shop; empty until it is there. */
  url: string;
  /** What is shown: its address, or the file while it is on its way. */
  preview: string;
  /** How much of it has left, from 0 to 1. */
  share: number;
  /** Why the shop did not take it. */
  problem: string;
}

/** Changes the pictures of a form, from what they are at that moment. */
export type ChangeShots = (update: (shots: Shot[]) => Shot[]) => void;

/** The pictures that the shop has already. */
export function shotsOf(urls: readonly string[]): Shot[] {
  return urls.filter(Boolean).map((url) => ({ key: url, url, preview: url, share: 1, problem: "" }));
}

/** What is sent of them. */
export function urlsOf(shots: readonly Shot[]): string[] {
  return shots.map(({ url }) => url).filter(Boolean);
}

/** Whether some are still on their way. */
export function areOnTheirWay(shots: readonly Shot[]): boolean {
  return shots.some(({ url, problem }) => !url && !problem);
}

/** Puts the picture at one place to another. */
export function moved(shots: readonly Shot[], from: number, to: number): Shot[] {
  const rest = shots.filter((_, place) => place !== from);
  const one = shots[from];
  return one ? rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, one) : [...shots];
}

/** What the shop takes. */
export const KINDS = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Why a file need not be sent at all; empty where it may. The server looks for itself. */
export function problemOf({ type, size }: Pick<File, "type" | "size">): string {
  if (!KINDS.split(",").includes(type)) return "This is no JPEG, PNG, WebP, AVIF or GIF";
  return size > MAX_BYTES ? "This is larger than 10 MB" : "";
}

/** The largest width the shop keeps. */
export function large(address: string): string {
  return address.replace(/^(\/images\/[a-z0-9-]+)\/\d+\.webp$/, "$1/1280.webp");
}
