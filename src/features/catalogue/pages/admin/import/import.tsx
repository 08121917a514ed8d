import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { CallError } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import { UNDO_DAYS } from "../../../../audit/contract.ts";
import type { ProductImport } from "../../../import/contract.ts";
import { ImportCheck } from "./import-check.tsx";
import { ImportColumns } from "./import-columns.tsx";
import { ImportDone } from "./import-done.tsx";
import { ImportFile } from "./import-file.tsx";
import { ImportSteps, type ImportStep } from "./import-steps.tsx";
import { ImportUndone } from "./import-undone.tsx";
import { ImportUnderWay } from "./import-under-way.tsx";
import { useImport } from "./use-import.ts";

export const meta = privateMeta(t("Import products"));

/** Imports products from a file in four steps. The URL identifies the file, so that Reload and Back work. */
export default function ImportPage() {
  const { importId = "" } = useParams();
  const [params] = useSearchParams();
  const go = useNavigate();
  const { data, error, isError, refetch } = useImport(importId);
  const goTo = (one: ProductImport) => void go(adminPaths.productImport(one._id));

  const body = () => {
    if (!importId) return <ImportFile onReceived={goTo} />;
    if (!data && error instanceof CallError && (error.status === 404 || error.status === 400)) return <Gone />;
    if (!data && isError) return <TryAgain title={t("We couldn't load the import")} again={() => void refetch()} />;
    if (!data) return <Skeleton className="h-96 rounded-panel" />;
    const { state, report, checkId } = data;
    if (state === "checking" || state === "applying" || state === "undoing") return <ImportUnderWay one={data} lost={isError} />;
    if (state === "applied" && report) return <ImportDone one={data} report={report} />;
    if (state === "undone") return <ImportUndone one={data} />;
    if (state === "checked" && report && checkId && params.get("step") !== "columns")
      return <ImportCheck one={{ ...data, report, checkId }} />;
    return <ImportColumns key={data._id} one={data} onChecking={() => goTo(data)} />;
  };
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Import products")}</h1>
      <ImportSteps now={stepOf(importId, data, params.get("step"))} />
      {body()}
    </>
  );
}

function stepOf(id: string, one: ProductImport | undefined, asked: string | null): ImportStep {
  if (!id || !one) return "File";
  if (one.state === "applied" || one.state === "undoing" || one.state === "undone") return "Done";
  if (one.state === "checking" || one.state === "applying" || (one.state === "checked" && asked !== "columns")) return "Check";
  return "Columns";
}

function Gone() {
  return (
    <div className="panel">
      <EmptyState title={t("This import is no longer here")}>
        <p>
          {t("Files are deleted after a day, and finished imports after {UNDO_DAYS} days. Imported products stay in the shop.", {
            UNDO_DAYS,
          })}
        </p>
        <Link to={adminPaths.productImport()} className={buttonLook()}>
          {t("Choose a file")}
        </Link>
      </EmptyState>
    </div>
  );
}
