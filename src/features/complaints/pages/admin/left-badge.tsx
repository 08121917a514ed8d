import { Badge } from "#ui/badge.tsx";
import { REMIND_AT, type TimeLeft } from "../../rules.ts";
import { leftInWords } from "../../sheet/rules.ts";

/** How long a complaint may still wait, louder the more urgent it is. */
export function LeftBadge({ left }: { left: TimeLeft }) {
  const tone = left.overdue ? "red" : left.days <= REMIND_AT ? "yellow" : "grey";
  return <Badge tone={tone}>{leftInWords(left)}</Badge>;
}
