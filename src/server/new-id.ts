import { v7 } from "uuid";

/** A new id: UUIDv7 without dashes, so ids sort by age. */
export function newId(): string {
  return v7().replaceAll("-", "");
}
