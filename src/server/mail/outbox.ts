import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

/** How many emails the outbox holds, roughly; the oldest are deleted. */
const MOST = 1000;
const TIDY_EVERY = 50;
/** Emails contain addresses and links, so they are deleted after 30 days. */
const KEPT_MS = 30 * 24 * 3_600_000;
const ENDING = ".eml";

const folderOf = (dataDir: string) => join(dataDir, "outbox");

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** Writes an email to `DATA_DIR/outbox`, readable only by its owner. Replaces one with the same id. */
export async function putIntoOutbox(dataDir: string, id: string, mail: SendMailOptions): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message } = await composer.sendMail(mail);
  const file = join(folder, `${id}${ENDING}`);
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 }); // a buffer, as the transport is configured
  await rename(`${file}.part`, file);
  if (++written % TIDY_EVERY === 0) await tidy(dataDir);
}

/** Emails written by this process. */
let written = 0;

async function tidy(dataDir: string): Promise<void> {
  const ids = await listOutbox(dataDir);
  for (const old of ids.slice(MOST)) await rm(join(folderOf(dataDir), `${old}${ENDING}`), { force: true });
}

export const deleteOldEmails = async (_db: unknown, { dataDir }: { dataDir: string }): Promise<void> => {
  for (const id of await listOutbox(dataDir)) {
    const file = join(folderOf(dataDir), `${id}${ENDING}`);
    const written = await stat(file).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
};

/** Ids of the emails in the outbox, newest first: ids increase with time. */
export async function listOutbox(dataDir: string): Promise<string[]> {
  const files = await readdir(folderOf(dataDir)).catch(() => []);
  const ids = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  return ids.toSorted().toReversed();
}

/** The raw email; undefined if there is none. */
export async function readFromOutbox(dataDir: string, id: string): Promise<Buffer | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  return readFile(join(folderOf(dataDir), `${id}${ENDING}`)).catch(() => undefined);
}
