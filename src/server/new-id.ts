import { v7 } from "uuid";

/** A new UUIDv7 without dashes, so that ids sort by age. */
export function newId(): string {
  return v7().replaceAll("-", "");
}

/** When an id was made, in ms. */
export const madeAt = (id: string): number => Number.parseInt(id.slice(0, 12), 16);
