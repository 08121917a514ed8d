import { useState } from "react";
import { Minus, Plus, X } from "lucide-react";
import type { MissingChoice } from "#features/orders/contract.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import type { PickedOrder, PickLine } from "../contract.ts";
import { markLines } from "./marks.ts";
import { ReplacementSearch, type Replacement } from "./replacement-search.tsx";

interface LineDialogProps {
  line: PickLine;
  order: PickedOrder | undefined;
  onClose: () => void;
}

/** What was found of one order's line, and what replaces the rest. Lazy-loaded. */
export default function LineDialog({ line, order, onClose }: LineDialogProps) {
  const { name, quantity, mark } = line;
  const [found, setFound] = useState(mark?.found ?? quantity);
  const [noneLeft, setNoneLeft] = useState(mark?.noneLeft ?? true);
  const [replacement, setReplacement] = useState<Replacement | null>(mark?.replacement ?? null);
  const missing = quantity - found;
  const replaced = replacement ? Math.min(replacement.quantity, missing) : 0;
  const save = () => {
    const kept = replacement && replaced > 0 ? { ...replacement, quantity: replaced } : null;
    markLines([line], () => ({ found, noneLeft: missing > 0 && noneLeft, replacement: kept }));
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
      description={`Order ${order?.orderId ?? ""}, ${order?.userName ?? ""}: ${quantity} ordered`}
      footer={
        <>
          {mark && (
            <Button kind="quiet" onClick={clear}>
              Not picked yet
            </Button>
          )}
          <Button onClick={save}>Save</Button>
        </>
      }
    >
      <Stepper label="Found" value={found} least={0} most={quantity} onChange={setFound} />
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
              None left on the shelf
              <span className="block text-sm text-ink-2">
                {noneLeft ? "The product sells no more until you count it again." : "The missing pieces go back to stock."}
              </span>
            </span>
          </label>
          {line.ifMissing && <Wish wish={line.ifMissing} mobile={order?.mobile ?? ""} />}
          {replacement ? (
            <section aria-label="Replacement" className="mt-3 rounded-card border border-line-2 p-3.5">
              <div className="flex items-start gap-3">
                <p className="min-w-0 flex-1">
                  <span className="block font-semibold break-words">{replacement.name}</span>
                  <span className="block text-sm text-ink-2">
                    {[replacement.unit, `${formatCents(toCents(replacement.price))} each`].filter(Boolean).join(" · ")}
                  </span>
                </p>
                <Button kind="plain" size="icon" aria-label="Remove the replacement" onClick={() => setReplacement(null)}>
                  <X aria-hidden className="size-5" />
                </Button>
              </div>
              <Stepper
                label="Pieces"
                value={replaced}
                least={1}
                most={missing}
                onChange={(pieces) => setReplacement({ ...replacement, quantity: pieces })}
              />
            </section>
          ) : (
            line.ifMissing !== "refund" && (
              <ReplacementSearch line={line} onChoose={(product) => setReplacement({ ...product, quantity: missing })} />
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
      {wish === "similar" && "The shopper wants something similar."}
      {wish === "refund" && "The shopper wants the money back. Don't replace it."}
      {wish === "ask" && (
        <>
          The shopper wants to be asked:{" "}
          <a href={`tel:${mobile.replaceAll(/[^+\d]/g, "")}`} className="touch font-bold underline">
            {mobile}
          </a>
        </>
      )}
    </p>
  );
}

interface StepperProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

function Stepper({ label, value, least, most, onChange }: StepperProps) {
  return (
    <fieldset className="mt-2 flex items-center gap-4">
      <legend className="float-left mr-4 font-semibold">{label}</legend>
      <Button kind="outline" size="icon" aria-label={`${label}: one less`} disabled={value <= least} onClick={() => onChange(value - 1)}>
        <Minus aria-hidden className="size-5" />
      </Button>
      <output className="w-20 text-center text-2xl font-bold">
        {value} <span className="text-base font-normal text-ink-2">of {most}</span>
      </output>
      <Button kind="outline" size="icon" aria-label={`${label}: one more`} disabled={value >= most} onClick={() => onChange(value + 1)}>
        <Plus aria-hidden className="size-5" />
      </Button>
    </fieldset>
  );
}
