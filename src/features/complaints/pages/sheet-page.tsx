import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useLocation } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { CallError, messageOf } from "#web/call.ts";
import { NeedsScript } from "#web/needs-script.tsx";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import type { Sheet } from "../contract.ts";
import { dueInWords } from "../sheet/rules.ts";
import { sheetQuery } from "./sheet-query.ts";
import { SaveSheet, SheetView } from "./sheet-view.tsx";

/** A filed sheet. Its key follows the # of the address, which is not sent to the shop. */
export function SheetPage() {
  const inBrowser = useInBrowser();
  const key = useLocation().hash.slice(1);
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto max-w-2xl">
        <NeedsScript>{inBrowser ? <Found key={key} sheetKey={key} /> : <Waiting />}</NeedsScript>
      </div>
    </div>
  );
}

function Found({ sheetKey }: { sheetKey: string }) {
  const { data, error, refetch } = useQuery(sheetQuery(sheetKey));
  if (data) return <Filed sheet={data} sheetKey={sheetKey} />;
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <div className="panel">
        <EmptyState title={t("We couldn't find that sheet")}>
          <p>{t("Open it with the link in our email.")}</p>
        </EmptyState>
      </div>
    );
  if (error) return <TryAgain title={t("We couldn't load your sheet")} message={messageOf(error)} again={() => void refetch()} />;
  return <Waiting />;
}

function Filed({ sheet, sheetKey }: { sheet: Sheet; sheetKey: string }) {
  const { number, answer, emailed, email, dueOn } = sheet;
  return (
    <>
      <div className="mb-6 print:hidden">
        <h1 className="heading text-3xl sm:text-4xl">{t("Complaint {number}", { number })}</h1>
        <p className="mt-3 text-ink-2">
          {answer ? t("We answered your complaint. Our answer is in section 4.") : t("We'll answer by {day}.", { day: dueInWords(dueOn) })}{" "}
          {emailed
            ? t("We emailed a copy to {email}.", { email })
            : t("We couldn't email a copy to {email}, because it got too many emails today. Save this sheet.", { email })}
        </p>
        <div className="mt-5 flex flex-wrap gap-2.5">
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t("Print")}
          </Button>
          <SaveSheet sheetKey={sheetKey} number={number} />
        </div>
      </div>
      <SheetView sheet={sheet} />
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" aria-label={t("Loading")}>
      <Skeleton className="mb-6 h-10 w-72" />
      <Skeleton className="h-120 rounded-panel" />
    </div>
  );
}
