import { classNames } from "./class-names.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";

const SIZES = {
  small: "text-base leading-tight font-price",
  card: "text-lg leading-tight font-price",
  page: "text-4xl leading-tight font-[780] tracking-tight",
} as const;

interface PriceProps {
  /** The price paid, in cents. */
  paid: number;
  /** The price without discount, in cents; struck through when it differs. */
  list: number;
  /** What it is the price of, if not of one piece. */
  per?: "kg" | undefined;
  size?: keyof typeof SIZES;
  /** Puts the old price above the paid one instead of beside it. */
  stacked?: boolean;
}

/** The price paid, most prominent, and the old one (LAY-8: US dollars with 2 decimals). */
export function Price({ paid, list, per, size = "card", stacked = false }: PriceProps) {
  const old = list > paid && (
    <s className={classNames("text-ink-3", size === "page" ? "text-lg" : "text-[0.8125rem] leading-tight")}>
      <span className="sr-only">{t("Old price")} </span>
      {formatCents(list)}
    </s>
  );
  return (
    <span className={classNames("flex", stacked ? "flex-col justify-end" : "items-baseline gap-x-3")}>
      {stacked && old}
      <span className={SIZES[size]}>
        {old && <span className="sr-only">{t("Price now")} </span>}
        {formatCents(paid)}
        {per && <span className="text-[0.65em]">/{per}</span>}
      </span>
      {!stacked && old}
    </span>
  );
}
