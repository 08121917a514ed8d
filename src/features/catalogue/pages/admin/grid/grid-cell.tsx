// The grid keeps the focus, handles the keys and names this cell.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */
import type { ChangeEvent, PointerEvent } from "react";
import { classNames } from "#ui/class-names.ts";
import { spokenName } from "../in-page-language.ts";
import {
  isNumber,
  isShelf,
  readCell,
  shownText,
  TITLES,
  type ColumnName,
  type GridProduct,
  type Drafts,
  type CellPosition,
  type ShelfIds,
} from "./grid-cells.ts";
import { t } from "#words/t.ts";
import type { gridKeys } from "./grid-keys.ts";

interface CellProps {
  place: CellPosition;
  drafts: Drafts;
  product: GridProduct;
  name: ColumnName;
  shelves: ShelfIds;
  isAt: boolean;
  isChosen: boolean;
  /** The text being typed; null when not editing. */
  text: string | null;
  onText: (text: string) => void;
  onInputKey: ReturnType<typeof gridKeys>["onInputKey"];
  onLeave: () => void;
  onPress: (place: CellPosition, event: PointerEvent) => void;
  onReach: () => void;
}

/** An editable cell. */
export function GridCell({
  place,
  drafts,
  product,
  name,
  shelves,
  isAt,
  isChosen,
  text,
  onText,
  onInputKey,
  onLeave,
  onPress,
  onReach,
}: CellProps) {
  const typed = drafts.get(product._id)?.texts[name];
  const result = typed === undefined ? undefined : readCell(product, name, typed, shelves);
  const reason = result?.ok === false ? result.reason : "";
  const shown = shownText(drafts, product, name);
  // An input would join the lines of a description.
  const Field = name === "description_es" ? "textarea" : "input";
  return (
    <div
      id={`cell-${place.row}-${place.column}`}
      role="gridcell"
      aria-selected={isChosen}
      title={reason ? `${TITLES[name]} ${reason}` : undefined}
      onPointerDown={(event) => text === null && onPress(place, event)}
      onPointerEnter={(event) => event.buttons === 1 && event.pointerType === "mouse" && text === null && onReach()}
      onDoubleClick={() => onText(shown)}
      className={classNames(
        "relative flex items-center border-b border-l border-line px-3",
        isNumber(name) && "justify-end tabular-nums",
        reason
          ? "bg-tomato-tint text-tomato"
          : typed !== undefined
            ? "bg-marigold-tint font-semibold text-marigold-ink"
            : isChosen && "bg-leaf-tint",
        isAt && "outline-2 -outline-offset-2 outline-field-line group-focus-within/grid:outline-leaf",
        isChosen && !isAt && "inset-ring-1 inset-ring-leaf",
      )}
    >
      {text === null ? (
        <span className="truncate">
          {shown}
          {name === "discount" && !typed && "%"}
          {reason && <span className="sr-only"> {reason}</span>}
        </span>
      ) : (
        <Field
          aria-label={t("{title} of {name}", { title: TITLES[name], name: spokenName(product) })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody types
          autoFocus
          value={text}
          inputMode={isNumber(name) ? "decimal" : "text"}
          {...(isShelf(name) && { list: `names-${name}` })}
          autoComplete="off"
          onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(target.value)}
          onKeyDown={onInputKey}
          onBlur={onLeave}
          className={classNames(
            "absolute inset-0 size-full resize-none content-center bg-surface px-3 outline-2 -outline-offset-2 outline-leaf",
            isNumber(name) && "text-right",
          )}
        />
      )}
    </div>
  );
}
