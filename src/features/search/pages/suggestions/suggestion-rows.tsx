/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a grid of two columns of rows, which a table cannot be */
import { History, Search, X } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { AddToCart } from "#features/cart/pages/add-to-cart.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { t } from "#words/t.ts";
import type { Card } from "../../../catalogue/pages/card.ts";
import { listCents, paidCents } from "../../../catalogue/rules.ts";
import type { Completion } from "../../completions/contract.ts";
import { cellId } from "./use-combobox.ts";

interface RowProps {
  id: string;
  /** The cell that the keyboard has reached, if it is one of this row. */
  active: string | undefined;
  onChoose: () => void;
}

interface TextRowProps extends RowProps {
  typed: string;
  /** A past search. Without this and `completion`, the row forgets all of them. */
  past?: string;
  onForget?: () => void;
  completion?: Completion;
}

const KINDS = { product: "", brand: t("Brand"), shelf: t("Category") };

/** A past search or a completion. */
export function TextRow({ id, active, onChoose, typed, past, onForget, completion }: TextRowProps) {
  const text = past ?? completion?.text;
  const Icon = past ? History : Search;
  const kind = completion && KINDS[completion.kind];
  return (
    <SuggestionRow
      id={id}
      active={active}
      onChoose={onChoose}
      button={
        onForget && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t("Forget “{past}”", { past: past ?? "" })}
            onClick={onForget}
            className="grid size-11 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )
      }
    >
      {text === undefined ? (
        <span className="py-2 pl-8 text-sm font-semibold text-leaf">{t("Clear recent searches")}</span>
      ) : (
        <>
          <Icon aria-hidden className="size-4.5 shrink-0 text-ink-3" />
          <span className="min-w-0 grow py-2 leading-snug wrap-anywhere">
            <Completed text={text} typed={typed} />
          </span>
          {kind && <span className="shrink-0 text-xs text-ink-2">{kind}</span>}
        </>
      )}
    </SuggestionRow>
  );
}

/** What is added to the typed text stands out. */
function Completed({ text, typed }: { text: string; typed: string }) {
  const at = typed ? ` ${text.toLowerCase()}`.indexOf(` ${typed.toLowerCase()}`) : -1;
  if (at < 0) return text;
  const end = at + typed.length;
  return (
    <>
      <b className="font-semibold">{text.slice(0, at)}</b>
      {text.slice(at, end)}
      <b className="font-semibold">{text.slice(end)}</b>
    </>
  );
}

/** One of the first products found, with its price and Add. */
export function ProductRow({ id, active, onChoose, card }: RowProps & { card: Card }) {
  return (
    <SuggestionRow
      id={id}
      active={active}
      onChoose={onChoose}
      tall
      button={
        <div className="w-26">
          <AddToCart product={card} size="card" />
        </div>
      }
    >
      <Picture {...pictureOf(card.image)} alt="" sizes="44px" gray={!card.available} className="w-11 shrink-0 rounded-tag" />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 text-sm leading-snug font-semibold">{card.name}</span>
        <Price paid={paidCents(card)} list={listCents(card)} per={card.weighed && "kg"} size="small" />
      </span>
    </SuggestionRow>
  );
}

interface SuggestionRowProps extends RowProps {
  /** Leaves space between its button and the next row's. */
  tall?: boolean;
  button?: ReactNode;
  children: ReactNode;
}

/** The focus stays in the search box, so that a phone's keyboard does. */
const holdFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
};

function SuggestionRow({ id, active, onChoose, tall = false, button, children }: SuggestionRowProps) {
  const [own, second] = [cellId(id, 0), cellId(id, 1)];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the input has the keyboard
    <div role="row" onMouseDown={holdFocus} className={classNames("flex items-center gap-1", tall && "py-1")}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the keyboard */}
      <div
        role="gridcell"
        id={own}
        aria-selected={active === own}
        onClick={onChoose}
        className={classNames(
          "flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3 rounded-control px-2.5 hover:bg-sunken",
          active === own && "bg-sunken outline-2 -outline-offset-2 outline-leaf",
        )}
      >
        {children}
      </div>
      {button && (
        <div
          role="gridcell"
          id={second}
          aria-selected={active === second}
          className={classNames("shrink-0 rounded-control", active === second && "outline-3 outline-offset-1 outline-leaf")}
        >
          {button}
        </div>
      )}
    </div>
  );
}
