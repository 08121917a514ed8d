import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

/** Letters kept, and a few more; the oldest go. */
const MOST = 1000;
const TIDY_EVERY = 50;
/** Letters hold addresses and links: nobody looks for them any more after that long. */
const KEPT_MS = 30 * 24 * 3_600_000;
const ENDING = ".eml";

const folderOf = (dataDir: string) => join(dataDir, "outbox");

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** Writes a letter to `DATA_DIR/outbox`, where one with the same id takes its place. Only its owner may read it. */
export async function putIntoOutbox(dataDir: string, id: string, mail: SendMailOptions): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message } = await composer.sendMail(mail);
  const file = join(folder, `${id}${ENDING}`);
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 }); // a buffer, as the transport was told
  await rename(`${file}.part`, file);
  if (++written % TIDY_EVERY === 0) await tidy(dataDir);
}

/** Letters that this process has put there. */
let written = 0;

async function tidy(dataDir: string): Promise<void> {
  const ids = await listOutbox(dataDir);
  for (const old of ids.slice(MOST)) await rm(join(folderOf(dataDir), `${old}${ENDING}`), { force: true });
}

/** Removes letters whose time is over. */
export const deleteOldEmails = async (_db: unknown, { dataDir }: { dataDir: string }): Promise<void> => {
  for (const id of await listOutbox(dataDir)) {
    const file = join(folderOf(dataDir), `${id}${ENDING}`);
    const written = await stat(file).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
};

/** The ids of the letters in the outbox, newest first: ids rise with time. */
export async function listOutbox(dataDir: string): Promise<string[]> {
  const files = await readdir(folderOf(dataDir)).catch(() => []);
  const ids = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  return ids.toSorted().toReversed();
}

/** A letter as it would have been sent, or undefined when there is none of this id. */
export async function readFromOutbox(dataDir: string, id: string): Promise<Buffer | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  return readFile(join(folderOf(dataDir), `${id}${ENDING}`)).catch(() => undefined);
}
