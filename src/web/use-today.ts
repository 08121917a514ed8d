import { useState } from "react";
import { dayIn } from "#shared/time.ts";
import { useFace } from "./use-face.ts";

/** The day in the shop when the component was first shown, such as `2026-11-30`; in the browser only. */
export function useToday(): string {
  const { timeZone } = useFace();
  const [now] = useState(() => new Date().toISOString());
  return dayIn(timeZone, now);
}
