import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/server/db/tables.ts", "./src/features/*/tables.ts", "./src/features/*/*/tables.ts", "./src/sandbox/tables.ts"],
  out: "./migrations",
});
