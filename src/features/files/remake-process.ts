import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { BEGUN, type Work } from "./remake-apart.ts";
import { remakePicture } from "./remake-picture.ts";

// Shoppers' requests come first.
setPriority(constants.priority.PRIORITY_LOW);

// When memory runs out, Linux should kill this process rather than the shop.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {}

process.once("disconnect", () => process.exit());
process.once("message", async ({ bytes, purpose, fit }: Work) => {
  process.send!(BEGUN);
  process.send!(await remakePicture(bytes, purpose, fit), () => process.exit());
});
