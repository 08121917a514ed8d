import { useId, useRef, useState } from "react";
import { Download, FileSpreadsheet, FileUp, X } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Progress } from "#ui/progress.tsx";
import { Failure } from "#ui/failure/failure.tsx";
import { messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { saveDocument } from "#web/files/save-document.ts";
import { upload } from "#web/files/upload.ts";
import { readAgain } from "#web/session/session.ts";
import { plural, t } from "#words/t.ts";
import { importTemplate, MOST_OF_FILE, sendImport, type ImportState, type ProductImport } from "../../../import/contract.ts";
import { count, fileTooLarge } from "../../../import/words.ts";
import { importIsNow, useImports } from "./use-import.ts";

const MEGABYTE = 1024 * 1024;

interface ImportFileProps {
  onReceived: (one: ProductImport) => void;
}

/** A workbook of a million rows is read before the shop responds. */
const READ_WITHIN_MS = 10 * 60_000;

/** Step 1: uploads a dropped or chosen file. */
export function ImportFile({ onReceived }: ImportFileProps) {
  const [sending, setSending] = useState<{ name: string; size: number; share: number; stop: AbortController }>();
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const send = async (file: File | undefined) => {
    if (!file || sending) return;
    setProblem("");
    if (file.size > MOST_OF_FILE.bytes) {
      setProblem(fileTooLarge());
      return;
    }
    const stop = new AbortController();
    setSending({ name: file.name, size: file.size, share: 0, stop });
    try {
      const onProgress = (share: number) => setSending((now) => now && { ...now, share });
      const { data } = await upload(sendImport, file, {
        onProgress,
        signal: stop.signal,
        name: file.name,
        responseWithinMs: READ_WITHIN_MS,
      });
      importIsNow(data);
      void readAgain(["imports"]);
      onReceived(data);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(messageOf(error));
    }
    setSending(undefined);
  };

  return (
    <>
      <div className="panel p-4 sm:p-6">
        {sending ? (
          <Sending {...sending} />
        ) : (
          // The button inside is the accessible way to choose a file.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              void send(event.dataTransfer.files[0]);
            }}
            className={classNames(
              "flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-12 text-center transition-colors duration-150",
              over ? "border-leaf bg-leaf-tint" : "border-line-2 bg-paper",
            )}
          >
            <FileUp aria-hidden className="size-10 text-leaf" />
            <h2 className="heading text-2xl">{t("Drop your product file here")}</h2>
            <p id={id} className="max-w-lg text-ink-2">
              {t(
                "An Excel workbook or CSV file from any spreadsheet, supplier, Shopify or WooCommerce, up to 1 GB. Nothing changes in the shop until you have seen a preview.",
              )}
            </p>
            <input
              ref={input}
              type="file"
              accept=".csv,.tsv,.txt,.gz,.xlsx,text/csv,application/gzip"
              aria-label={t("Product file")}
              tabIndex={-1}
              className="sr-only"
              onChange={({ target }) => {
                void send(target.files?.[0]);
                // Allow choosing the same file again after fixing it.
                target.value = "";
              }}
            />
            <Button aria-describedby={id} onClick={() => input.current?.click()}>
              {t("Choose a file")}
            </Button>
          </div>
        )}
        <Failure className="mt-4">{problem}</Failure>
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{t("No file yet? Start with our template, or export your products and edit them.")}</p>
        <Button kind="quiet" onClick={() => void saveDocument(t("products-template.csv"), importTemplate, undefined)}>
          <Download aria-hidden className="size-5" />
          {t("Download a template")}
        </Button>
      </div>
      <Recent />
    </>
  );
}

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

function Sending({ name, size, share, stop }: { name: string; size: number; share: number; stop: AbortController }) {
  const sent = share >= 1;
  return (
    <div className="flex flex-col gap-3 py-6">
      <p className="font-semibold break-words">{name}</p>
      <Progress label={sent ? t("Reading the file") : t("Uploading the file")} share={sent ? undefined : share} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-2">
          {sent ? t("Reading the rows…") : t("{sent} of {size}", { sent: inMegabytes(share * size), size: inMegabytes(size) })}
        </p>
        <Button kind="quiet" size="small" onClick={() => stop.abort()}>
          <X aria-hidden className="size-4" />
          {t("Cancel")}
        </Button>
      </div>
    </div>
  );
}

const STANDS: Record<ImportState, { words: string; tone: "green" | "blue" | "grey" }> = {
  receiving: { words: t("Uploading"), tone: "grey" },
  received: { words: t("Columns"), tone: "grey" },
  checking: { words: t("Being checked"), tone: "blue" },
  checked: { words: t("Checked"), tone: "blue" },
  applying: { words: t("Being imported"), tone: "blue" },
  applied: { words: t("Imported"), tone: "green" },
  undoing: { words: t("Being undone"), tone: "blue" },
  undone: { words: t("Undone"), tone: "grey" },
};

function Recent() {
  const { data } = useImports();
  if (!data?.length) return null;
  return (
    <section aria-labelledby="recent" className="mt-8">
      <h2 id="recent" className="mb-2.5 font-bold">
        {t("Recent files")}
      </h2>
      <ul className="panel divide-y divide-line">
        {data.map(({ _id, fileName, by, rows, state }) => (
          <li key={_id}>
            <Link
              to={adminPaths.productImport(_id)}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-leaf-wash"
            >
              <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-2" />
              <span className="min-w-0 grow font-semibold break-words">{fileName}</span>
              <span className="text-sm text-ink-2">
                {plural(rows, "{count} row", "{count} rows", { count: count(rows) })}, {by}
              </span>
              <Badge tone={STANDS[state].tone}>{STANDS[state].words}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
