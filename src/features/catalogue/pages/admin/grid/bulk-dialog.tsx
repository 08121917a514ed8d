import { ChangeList } from "#features/audit/pages/change-list.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import type { BulkReport, BulkRow } from "../../../admin/bulk/contract.ts";

/** Rows that are listed; the numbers above them count all. */
const LISTED = 200;

interface BulkDialogProps {
  report: BulkReport;
  busy: boolean;
  onApply: () => void;
  /** Reads the products again and keeps what was typed. */
  onRenew: () => void;
  onClose: () => void;
}

/** What a bulk change would change, and what is refused and why. Loaded when it is opened. */
export default function BulkDialog({ report, busy, onApply, onRenew, onClose }: BulkDialogProps) {
  const { rows, changed, refused, same } = report;
  const listed = rows.toSorted((a, b) => Number(b.outcome === "refused") - Number(a.outcome === "refused"));
  const parts = [`${products(changed)} will change`];
  if (same > 0) parts.push(`${same} stay as they are`);
  if (refused > 0) parts.push(`${refused} refused`);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Preview"
      description={`${parts.join(", ")}.`}
      footer={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {refused > 0 ? (
            <Button busy={busy} onClick={onRenew}>
              Load the products again
            </Button>
          ) : (
            <Button busy={busy} disabled={changed === 0} onClick={onApply}>
              Apply
            </Button>
          )}
        </>
      }
    >
      {refused > 0 && (
        <p role="alert" className="mb-3 rounded-control bg-tomato-tint px-4 py-3 text-tomato">
          All of it is changed at one stroke, or nothing: nothing can be applied before these are mended. What you have typed stays.
        </p>
      )}
      <ul className="divide-y divide-line">
        {listed.slice(0, LISTED).map((row) => (
          <Row key={row._id} row={row} />
        ))}
      </ul>
      {listed.length > LISTED && <p className="pt-3 text-ink-2">And {listed.length - LISTED} more.</p>}
    </Dialog>
  );
}

function Row({ row: { name, outcome, reason, before, after } }: { row: BulkRow }) {
  return (
    <li className="py-2.5">
      <p className="font-semibold break-words">{name || "A product"}</p>
      {outcome === "refused" && <p className="text-sm text-tomato first-letter:uppercase">{reason}</p>}
      {outcome === "same" && <p className="text-sm text-ink-2">Stays as it is</p>}
      {outcome === "changed" && <ChangeList before={before} after={after} />}
    </li>
  );
}

const products = (count: number) => (count === 1 ? "1 product" : `${count} products`);
