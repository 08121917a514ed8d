import { X } from "lucide-react";
import { MAX_QUANTITY } from "#features/cart/contract.ts";
import { lineCents } from "#features/cart/sums/rules.ts";
import { kindParts, priceWords } from "#features/orders/words.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { JoinedLine } from "#ui/joined-line.tsx";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import type { PickLine } from "../contract.ts";
import { isWorthTooMuch, packLine } from "../rules.ts";
import { isSoldAlike } from "#features/orders/picked/rules.ts";
import { Amount } from "./amount.tsx";
import type { Replacement } from "./replacement-search.tsx";
import { WeightField } from "./weight-field.tsx";

type Mark = NonNullable<PickLine["mark"]>;

interface ChosenReplacementProps {
  line: PickLine;
  mark: Mark & { replacement: Replacement };
  missing: number;
  /** As typed. */
  weight: string;
  onWeigh: (text: string) => void;
  onCount: (quantity: number) => void;
  onRemove: () => void;
}

/** What replaces a line: how much of it, and what the shopper pays for it. */
export function ChosenReplacement({ line, mark, missing, weight, onWeigh, onCount, onRemove }: ChosenReplacementProps) {
  const { replacement } = mark;
  const { name, quantity, weighed, grams } = replacement;
  const isAlike = isSoldAlike(line, replacement);
  const estimate = weighed?.by === "piece" ? quantity * weighed.grams : isAlike && weighed ? missing * weighed.grams : undefined;
  return (
    <section aria-label={t("Replacement")} className="mt-3 rounded-card border border-line-2 p-3.5">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{name}</span>
          <JoinedLine parts={[...kindParts(replacement), priceOf(replacement)]} />
        </p>
        <Button kind="plain" size="icon" aria-label={t("Remove the replacement")} onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      {weighed?.by !== "weight" && (
        <Amount
          label={t("Pieces")}
          value={quantity}
          least={1}
          most={isAlike ? missing : MAX_QUANTITY}
          isPart={isAlike}
          onChange={onCount}
        />
      )}
      {weighed && (
        <WeightField label={t("Its weight in grams (430) or kilograms (0.43)")} value={weight} onChange={onWeigh} estimate={estimate} />
      )}
      {(!weighed || grams !== undefined) && (
        <p className="mt-2">{t("The shopper pays {price} for it.", { price: formatCents(costOf(line, mark)) })}</p>
      )}
      <output className="block font-semibold text-badge-red-ink">
        {isWorthTooMuch({ ...line, ...priced(line) }, { found: mark.found, replacement: replacedBy(replacement) }) &&
          t("That is worth more than twice what is missing. Check it.")}
      </output>
    </section>
  );
}

function priceOf({ price, weighed }: Replacement): string {
  const words = priceWords(toCents(price), weighed);
  return weighed ? words : t("{price} each", { price: words });
}

/** What a line's replacement costs once it is packed, in cents. */
function costOf(line: PickLine, { found, grams, noneLeft, replacement }: ChosenReplacementProps["mark"]): number {
  const ordered = priced(line);
  const other = packLine(
    { ...line, ...ordered, couponCents: 0 },
    { found, grams: grams ?? null, noneLeft, replacement: replacedBy(replacement) },
    language(),
  ).at(-1);
  return other ? lineCents(other) : 0;
}

const replacedBy = (replacement: Replacement) => ({
  product: priced(replacement),
  quantity: replacement.quantity,
  grams: replacement.grams ?? null,
});

function priced({ price, weighed }: Pick<PickLine, "price" | "weighed">) {
  const paidCents = toCents(price);
  return { listCents: paidCents, paidCents, weighed };
}
