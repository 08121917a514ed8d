import { createHash, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Compares secrets in constant time. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));
