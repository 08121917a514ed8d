import { ChevronDown } from "lucide-react";
import { t } from "#words/t.ts";
import type { Problem } from "../../../import/contract.ts";
import { inWords, problemInPageWords } from "./import-words.ts";

interface ProblemListProps {
  label: string;
  problems: readonly Problem[];
  /** Downloads the rows with a problem. */
  onDownload?: (problem: Problem) => void;
}

/** Problems that rows have in common, each with its number of rows and a few examples. */
export function ProblemList({ label, problems, onDownload }: ProblemListProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col gap-1.5">
      {problems.map((problem) => (
        <li key={problem.text} className="min-w-0">
          <p className="break-words">
            {problemInPageWords(problem)}{" "}
            {onDownload && problems.length > 1 && (
              <button
                type="button"
                className="inline-flex min-h-8 items-center font-semibold underline"
                onClick={() => onDownload(problem)}
              >
                {problem.rows === 1 ? t("Download it") : t("Download these")}
                <span className="sr-only">: {inWords(problem.text)}</span>
              </button>
            )}
          </p>
          {problem.rows > 1 && (
            <details className="group text-sm">
              <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 font-semibold">
                {t("Examples")}
                <ChevronDown aria-hidden className="size-4 transition-transform duration-150 group-open:rotate-180" />
              </summary>
              <ul className="mt-0.5 flex flex-col gap-0.5">
                {problem.examples.map(({ line, text }) => (
                  <li key={line} className="break-words">
                    {t("Line {line}: {text}", { line, text: inWords(text) })}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
