import { writeFileSync } from "node:fs";
import type { Work } from "./remake-apart.ts";
import { remakePicture } from "./remake-picture.ts";

// Where memory runs out, this process goes rather than the shop. Linux alone knows of it.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {}

process.once("disconnect", () => process.exit());
process.once("message", async ({ bytes, purpose, fit }: Work) => {
  process.send!(await remakePicture(bytes, purpose, fit), () => process.exit());
});
