import { useState } from "react";
import { kindParts } from "#features/orders/words.ts";
import { formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import { MAX_BAGS, packOrder, type PickedOrder, type PickLine } from "../contract.ts";
import { lineWords, wishWords } from "./groups.ts";
import { readPickAgain } from "./use-pick.ts";

interface PackDialogProps {
  order: PickedOrder;
  lines: readonly PickLine[];
  onClose: () => void;
}

/** Asks before an order is packed, because what is missing then lowers it for good. Lazy-loaded. */
export default function PackDialog({ order: { orderId, userName, totalAmt, packedAmt, needsAdmin }, lines, onClose }: PackDialogProps) {
  const [bags, setBags] = useState("1");
  const [busy, setBusy] = useState(false);
  const changed = lines.filter((line) => lineWords(line) !== "");
  const count = Number(bags);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_BAGS;
  const pack = async () => {
    setBusy(true);
    try {
      const { message } = await call(packOrder, { orderId, bags: count, packedAmt });
      // One message at a time: orders are packed one after another.
      toast.success(message, { id: "packed" });
      // The order's button is gone before the focus returns to it.
      await readPickAgain();
      return onClose();
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readPickAgain();
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t("Pack order {orderId}?", { orderId })}
      description={userName}
      footer={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            {t("Not yet")}
          </Button>
          <Button busy={busy} disabled={!isCount} onClick={() => void pack()}>
            {t("Pack order")}
          </Button>
        </>
      }
    >
      <Field
        label={t("Bags")}
        inputMode="numeric"
        autoComplete="off"
        value={bags}
        onChange={({ target }) => setBags(target.value)}
        error={isCount ? undefined : t("Enter a number from 1 to {MAX_BAGS}", { MAX_BAGS })}
        hint={t("Each gets a label.")}
        className="max-w-40"
      />
      {changed.length > 0 && (
        <>
          <h3 className="mt-4 font-bold">{lines.some(({ weighed }) => weighed) ? t("Weighed or changed") : t("Changed")}</h3>
          <ul className="mt-1 divide-y divide-line">
            {changed.map((line) => (
              <li key={line.position} className="py-2">
                <span className="block font-semibold break-words">{line.name}</span>
                <JoinedLine parts={kindParts(line)} />
                <span className="block text-sm text-ink-2">{changeWords(line)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-3">
            {t("Total")}{" "}
            {packedAmt < totalAmt && (
              <>
                <s className="text-ink-3">{formatDollars(totalAmt)}</s>{" "}
              </>
            )}
            <strong>{formatDollars(packedAmt)}</strong>
          </p>
          <p className="mt-1 text-ink-2">
            {needsAdmin
              ? t("What is refunded or given away is above your limit, so an admin has to pack this order. What you marked is saved.")
              : t("We email the shopper. If the order is paid, the difference is refunded.")}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** What is missing, replaced or weighed of a line, and what the shopper wants for what nothing replaces. */
function changeWords(line: PickLine): string {
  const wish = wishWords(line);
  return [lineWords(line), wish && t("if missing: {wish}", { wish })].filter(Boolean).join(", ");
}
