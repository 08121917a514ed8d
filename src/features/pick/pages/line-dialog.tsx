import { useState } from "react";
import type { MissingChoice } from "#features/orders/contract.ts";
import { isSoldAlike } from "#features/orders/picked/rules.ts";
import { kindParts } from "#features/orders/words.ts";
import { amountOf } from "#shared/weights.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Joined } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { PickedOrder, PickLine } from "../contract.ts";
import { foundOf, readWeight, takenOf } from "../rules.ts";
import { Amount } from "./amount.tsx";
import { markLines } from "./marks.ts";
import { ChosenReplacement } from "./chosen-replacement.tsx";
import { ReplacementSearch, type Replacement } from "./replacement-search.tsx";
import { WeightField } from "./weight-field.tsx";

interface LineDialogProps {
  line: PickLine;
  order: PickedOrder | undefined;
  onClose: () => void;
}

/** What was found of one order's line, what it weighs, and what replaces the rest. Lazy-loaded. */
export default function LineDialog({ line, order, onClose }: LineDialogProps) {
  const { name, quantity, weighed, mark } = line;
  const [pieces, setPieces] = useState(mark?.found ?? quantity);
  const [weight, setWeight] = useState(weightOf(mark));
  // Nobody has decided it as long as nothing was missing.
  const [noneLeft, setNoneLeft] = useState(mark && mark.found < quantity ? mark.noneLeft : !weighed);
  const [replacement, setReplacement] = useState<Replacement | null>(mark?.replacement ?? null);
  const [otherWeight, setOtherWeight] = useState(replacement?.grams === undefined ? "" : String(replacement.grams));
  const [typedGrams, otherGrams] = [readWeight(weight), readWeight(otherWeight)];
  const grams = typedGrams ?? 0;
  const isByWeight = weighed?.by === "weight";
  // Nothing is missing as long as nobody has typed a weight.
  const found = isByWeight && weight === "" ? quantity : foundOf(line, { found: pieces, grams });
  const missing = quantity - found;
  const kept = replacement && missing > 0 ? asTaken(line, missing, replacement, otherGrams ?? 0) : null;
  const sent = { found, ...(found > 0 && weighed && gramsField(grams)), noneLeft: missing > 0 && noneLeft, replacement: kept };
  const isWeighed =
    typedGrams !== undefined &&
    otherGrams !== undefined &&
    (!weighed || found === 0 || grams > 0) &&
    (!kept?.weighed || kept.grams !== undefined);
  const save = () => {
    markLines([line], () => sent);
    onClose();
  };
  const clear = () => {
    markLines([line], () => null);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={
        <>
          <span className="block">
            <Joined parts={kindParts(line)} />
          </span>
          {t("Order {order}, {shopper}: {amount} ordered", {
            order: order?.orderId ?? "",
            shopper: order?.userName ?? "",
            amount: amountOf(quantity, weighed),
          })}
        </>
      }
      footer={
        <>
          {mark && (
            <Button kind="quiet" onClick={clear}>
              {t("Not picked yet")}
            </Button>
          )}
          <Button disabled={!isWeighed} onClick={save}>
            {t("Save")}
          </Button>
        </>
      }
    >
      {!isByWeight && <Amount label={t("Found")} value={pieces} least={0} most={quantity} onChange={setPieces} />}
      {weighed && (isByWeight || found > 0) && (
        <WeightField
          label={t("Weight in grams (430) or kilograms (0.43)")}
          value={weight}
          onChange={setWeight}
          estimate={(isByWeight ? quantity : found) * weighed.grams}
          mayBeNone={isByWeight}
        />
      )}
      {missing > 0 && (
        <>
          <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={noneLeft}
              onChange={({ target }) => setNoneLeft(target.checked)}
              className="size-6 shrink-0 accent-leaf-fill"
            />
            <span>
              {t("None left on the shelf")}
              <span className="block text-sm text-ink-2">
                {noneLeft
                  ? t("The product shows as out of stock until you count it again.")
                  : t("The rest, {missing}, goes back to stock.", { missing: amountOf(missing, weighed) })}
              </span>
            </span>
          </label>
          {line.ifMissing && <Wish wish={line.ifMissing} mobile={order?.mobile ?? ""} />}
          {kept ? (
            <ChosenReplacement
              line={line}
              mark={{ ...sent, replacement: kept }}
              missing={missing}
              weight={otherWeight}
              onWeigh={setOtherWeight}
              onCount={(quantity) => setReplacement({ ...kept, quantity })}
              onRemove={() => {
                setReplacement(null);
                setOtherWeight("");
              }}
            />
          ) : (
            line.ifMissing !== "refund" && (
              <ReplacementSearch
                line={line}
                onChoose={(product) => setReplacement({ ...product, quantity: isSoldAlike(line, product) ? missing : 1 })}
              />
            )
          )}
        </>
      )}
    </Dialog>
  );
}

/** What the shopper wants when this is missing. */
function Wish({ wish, mobile }: { wish: MissingChoice; mobile: string }) {
  return (
    <p className="mt-3 rounded-control bg-marigold-tint px-3.5 py-2.5 text-marigold-ink">
      {wish === "similar" && t("The shopper wants something similar.")}
      {wish === "refund" && t("The shopper wants the money back. Don't replace it.")}
      {wish === "ask" && !mobile && t("The shopper wants to be asked. No phone number given.")}
      {wish === "ask" && mobile && (
        <>
          {t("The shopper wants to be asked:")}{" "}
          <a href={`tel:${mobile.replaceAll(/[^+\d]/g, "")}`} className="touch font-bold underline">
            {mobile}
          </a>
        </>
      )}
    </p>
  );
}

/** What was typed when the line was marked. */
function weightOf(mark: PickLine["mark"]): string {
  if (!mark) return "";
  return mark.grams === undefined ? "0" : String(mark.grams);
}

const gramsField = (grams: number) => (grams > 0 ? { grams } : {});

/** A replacement with how much of it is taken: no more than is missing, if it is counted alike. */
function asTaken(line: PickLine, missing: number, product: Replacement, grams: number): Replacement {
  const { productId, name, unit, brand, sku, price, weighed } = product;
  const quantity = isSoldAlike(line, product) ? Math.min(product.quantity, missing) : product.quantity;
  const taken = weighed ? gramsField(grams) : {};
  const what = { productId, name, unit, brand, sku, price, ...(weighed && { weighed }) };
  return { ...what, quantity: takenOf(line, missing, product, { quantity, ...taken }), ...taken };
}
