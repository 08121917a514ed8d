import { FileDown } from "lucide-react";
import { DownloadButton } from "#web/files/download-button.tsx";
import { t } from "#words/t.ts";
import { KINDS, sheetPdf, type Sheet } from "../contract.ts";
import { definitionOf, notices, sectionsOf } from "../sheet/rules.ts";

/** A sheet of the complaints book. Prints alone on A4. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  return (
    <article aria-label={t("Sheet {number}", { number: sheet.number })} className="sheet panel p-5 md:p-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="heading text-2xl text-leaf">{t("Libro de Reclamaciones")}</h2>
        <p className="text-lg font-bold tabular-nums">{sheet.number}</p>
      </div>
      {sectionsOf(sheet).map(({ title, rows }) => (
        <section key={title} className="mt-5 print:mt-3">
          <h3 className="border-b border-line pb-1.5 font-bold">{title}</h3>
          <dl className="mt-2 grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)]">
            {rows.map(([label, text]) => (
              <div key={label} className="contents">
                <dt className="pt-1 text-sm text-ink-2">{label}</dt>
                <dd className="pb-1 wrap-anywhere whitespace-pre-line sm:pt-1 print:pt-1">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <ul className="mt-6 flex flex-col gap-1.5 text-xs text-ink-2 print:mt-4">
        {[...KINDS.map(definitionOf), ...notices()].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </article>
  );
}

/** Downloads a sheet as a PDF. */
export function SaveSheet({ sheetKey: key, number }: { sheetKey: string; number: string }) {
  return (
    <DownloadButton name={`hoja-de-reclamacion-${number}.pdf`} endpoint={sheetPdf} input={{ key }} icon={FileDown}>
      {t("Save as PDF")}
    </DownloadButton>
  );
}
