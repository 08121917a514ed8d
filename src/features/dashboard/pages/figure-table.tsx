import type { ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

interface FigureRow {
  id: string;
  name: ReactNode;
  figures: readonly ReactNode[];
  /** Share of the largest row, from 0 to 1, drawn behind the name. */
  share?: number;
}

interface FigureTableProps {
  /** For screen readers. */
  caption: string;
  /** The first column names the row; the others are right-aligned. */
  head: readonly string[];
  rows: readonly FigureRow[];
  /** Totals, in a last row. */
  total?: readonly ReactNode[];
}

export function FigureTable({ caption, head, rows, total }: FigureTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-ink-2">
          {head.map((name, place) => (
            <th
              key={name}
              scope="col"
              className={classNames("px-1 pb-1.5 font-semibold sm:px-2", place === 0 ? "text-left" : "text-right")}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, figures, share = 0 }) => (
          <tr key={id} className="border-b border-line last:border-b-0">
            <th
              scope="row"
              style={{ backgroundSize: `${share * 100}% 100%` }}
              className="h-9 rounded-tag bg-linear-to-r from-leaf-tint to-leaf-tint bg-no-repeat px-1 text-left sm:px-2 font-normal wrap-anywhere"
            >
              {name}
            </th>
            {figures.map((figure, place) => (
              <td key={head[place + 1]} className="h-9 px-1 text-right whitespace-nowrap sm:px-2">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="border-t-2 border-line-2 font-bold">
            <th scope="row" className="h-10 px-1 text-left sm:px-2">
              {t("Total")}
            </th>
            {total.map((sum, place) => (
              <td key={head[place + 1]} className="h-10 px-1 text-right sm:px-2 whitespace-nowrap tabular-nums">
                {sum}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
