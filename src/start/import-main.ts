import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { commandConfig } from "#server/settings/command-config.ts";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { openDatabase } from "#server/db/connect.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { explainDatabase } from "#server/db/explain-database.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { rootCauseOf } from "#server/db/unavailable.ts";
import { Stopped } from "#features/catalogue/import/check-import.ts";
import { importCatalogue, type CommandReport } from "#features/catalogue/import/import-catalogue.ts";
import { Unreadable } from "#features/catalogue/import/reader/unreadable.ts";
import { ImportError } from "#features/catalogue/import/receive-file.ts";
import { USUAL_STOCK, type FileColumn, type Problem } from "#features/catalogue/import/contract.ts";
import { count, joinedInWords, newShelvesInWords, problemInWords } from "#features/catalogue/import/words.ts";
import { readStock } from "#features/catalogue/fields/rules.ts";
import { readSettings } from "#features/shop/settings/shop-settings.ts";
import { readCurrency } from "#shared/currencies.ts";
import { setCurrency } from "#shared/money.ts";

const USAGE = `Usage: npm run catalogue:import -- FILE [--shelf PATH] [--default-stock N] [--decimals SIGN]
       [--strict]

  FILE               an Excel workbook (.xlsx) or CSV file, optionally gzipped; its first
                     line names the columns: sku, name, category, sub_category, price,
                     and where you have them brand, type, unit, stock, discount,
                     description, images, more_details; files exported by the back
                     office, Shopify or WooCommerce and many price lists work too
  --shelf PATH       shelf of new products without one, such as "Food > Dairy"
                     (as in the last import of such a file)
  --default-stock N  stock of a new product whose stock cell is empty
                     (as in the last import of such a file, otherwise ${USUAL_STOCK})
  --decimals SIGN    the sign before the decimals of prices, "." or ",", where the file
                     leaves open whether 1.200 is 1200 or 1.20
  --strict           import nothing if a single row is refused`;

interface Command {
  file: string;
  defaultStock: number | undefined;
  shelf: string;
  decimals: FileColumn["decimals"];
  strict: boolean;
}

/** @throws StartError with the usage for wrong arguments. */
function readCommand(words: string[]): Command {
  try {
    const options = {
      "default-stock": { type: "string" },
      shelf: { type: "string", default: "" },
      decimals: { type: "string" },
      strict: { type: "boolean", default: false },
    } as const;
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
    const written = values["default-stock"];
    const stock = written === undefined ? undefined : readStock(written);
    if (stock && !stock.ok) throw new Error(`--default-stock ${stock.reason}.`);
    const { decimals } = values;
    if (decimals !== undefined && decimals !== "." && decimals !== ",") throw new Error('--decimals must be "." or ",".');
    if (positionals.length !== 1) throw new Error(positionals.length === 0 ? "Which file?" : "One file at a time.");
    // npm changes to the project folder, but paths are relative to where the command was typed.
    const file = resolve(process.env["INIT_CWD"] ?? "", positionals[0]!);
    return { file, defaultStock: stock?.value, shelf: values.shelf, decimals, strict: values.strict };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  await checkFile(command.file);
  const config = commandConfig();
  const { connection, stop } = await reachDatabase(config, { create: true });
  const interruption = new AbortController();
  const interrupted = () => interruption.abort();
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    await migrateDatabase(connection);
    const timeZone = await applySettings(connection, config);
    const started = performance.now();
    const report = await importCatalogue(connection, command.file, {
      ...command,
      timeZone,
      onRefused,
      onProblem,
      onProgress,
      signal: interruption.signal,
    });
    progress("");
    console.log(inWords(report, (performance.now() - started) / 1000));
    if (!report.imported || allRefused(report)) process.exitCode = 1;
  } finally {
    await stop();
  }
}

/** Amounts are shown in the shop's currency. @returns its time zone */
async function applySettings(connection: pg.ClientConfig, config: Config): Promise<string> {
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  try {
    const { currency, timeZone } = await readSettings(database.db, config);
    setCurrency(readCurrency(currency));
    return timeZone;
  } finally {
    await database.close();
  }
}

/** Checks the file before anything is started. */
async function checkFile(path: string): Promise<void> {
  try {
    const file = await open(path);
    const isFile = (await file.stat()).isFile();
    await file.close();
    if (!isFile) throw new Error(`${path} is not a file`);
  } catch (error) {
    throw new StartError(`The file cannot be read: ${(error as Error).message}`);
  }
}

function onRefused(line: number, reason: string): void {
  progress("");
  console.log(`Line ${line}: ${reason}`);
}

function onProblem(problem: Problem): void {
  progress("");
  console.log(problemInWords(problem));
}

function onProgress(step: string, part: number): void {
  progress(`${step} … ${Math.min(100, Math.round(part * 100))} %`);
}

/** Overwrites the last line on a terminal. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`);
}

function allRefused({ added, updated, unchanged, refused }: CommandReport): boolean {
  return refused > 0 && added + updated + unchanged === 0;
}

function inWords(report: CommandReport, seconds: number): string {
  const { added, updated, unchanged, refused, joined, newShelves, imported, notes } = report;
  const bad = refused === 1 ? "1 row was" : `${count(refused)} rows were`;
  const outcome = imported
    ? `${count(added)} added, ${count(updated)} updated, ${count(unchanged)} unchanged, ${count(refused)} refused, in ${seconds.toFixed(1)} s.`
    : `Nothing was imported: ${bad} refused, and --strict is set.`;
  const made = imported ? newShelvesInWords(newShelves).map(({ words, names }) => `${words}: ${names}`) : [];
  return [...notes, outcome, ...made, ...(imported && joined > 0 ? [joinedInWords(joined)] : [])].join("\n");
}

main().catch((error: unknown) => {
  progress("");
  const database = explainDatabase(error);
  const explained = error instanceof StartError || error instanceof ImportError || error instanceof Unreadable;
  if (error instanceof Stopped)
    console.error(
      "Stopped. What was imported stays. Run the import again for the rest, or undo it in the back office under Product → Import.",
    );
  else if (explained) console.error(error.message);
  else if (database) console.error(`The database cannot be used: ${database}`);
  // The outer error quotes a whole batch of rows.
  else console.error(rootCauseOf(error));
  process.exitCode = 1;
});
