import { useEffect } from "react";
import { ReceiptText, UserRound } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { NotLoaded } from "#ui/panel.tsx";
import { Picture } from "#ui/picture.tsx";
import { t } from "#words/t.ts";
import type { FoundGroup, FoundRow } from "./found-rows.ts";

interface FoundListProps {
  id: string;
  groups: readonly FoundGroup[];
  /** The row that the arrow keys have reached, counted over all groups; -1 if none. */
  active: number;
  hidden: boolean;
  state: "searching" | "found" | "failed";
  again: () => void;
  onChoose: (row: FoundRow) => void;
}

/** What the search found, below its box. */
export function FoundList({ id, groups, active, hidden, state, again, onChoose }: FoundListProps) {
  useEffect(() => {
    // Braces, because newer browsers return a promise, which React would take for a cleanup function.
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div
      id={id}
      // A select cannot show rows like these.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role={state === "failed" ? "group" : "listbox"}
      aria-label={t("Results")}
      hidden={hidden}
      className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(36rem,75dvh)] overflow-y-auto overscroll-contain rounded-card border border-line-2 bg-surface p-1.5 shadow-float max-md:fixed max-md:inset-x-2 max-md:top-14"
    >
      {groups.map(({ title, rows, from }) => (
        // A list box's own groups, as the ARIA practices have them.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="px-3 pt-2.5 pb-1 text-xs font-semibold text-ink-2">
            {title}
          </p>
          {rows.map((row, n) => (
            <Answer
              key={row.id}
              id={`${id}-${from + n}`}
              row={row}
              group={title}
              selected={from + n === active}
              onChoose={() => onChoose(row)}
            />
          ))}
        </div>
      ))}
      {groups.length === 0 && state !== "failed" && <p className="px-3 py-3 text-ink-2">{EMPTY[state]}</p>}
      {state === "failed" && (
        <div className="px-3 py-3">
          <NotLoaded again={again} />
        </div>
      )}
    </div>
  );
}

const EMPTY = {
  searching: t("Searching…"),
  found: t("Nothing found. Try part of a name or number."),
};

interface AnswerProps {
  id: string;
  row: FoundRow;
  group: string;
  selected: boolean;
  onChoose: () => void;
}

function Answer({ id, row: { name, detail, note, image }, group, selected, onChoose }: AnswerProps) {
  const Icon = group === t("Orders") ? ReceiptText : UserRound;
  return (
    // The keyboard chooses from the box.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none hover:bg-leaf-wash",
        selected && "bg-leaf-tint",
      )}
    >
      {image === undefined ? (
        <span className="grid size-9 shrink-0 place-items-center">
          <Icon aria-hidden className="size-5 text-ink-3" />
        </span>
      ) : (
        <Picture {...pictureOf(image)} alt="" sizes="36px" className="w-9 shrink-0 rounded-tag" />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-ink-2">{detail}</span>
      </span>
      <span className="shrink-0 text-sm whitespace-nowrap text-ink-2">{note}</span>
    </div>
  );
}
