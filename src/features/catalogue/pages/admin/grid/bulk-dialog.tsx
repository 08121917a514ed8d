import { ChangeList } from "#features/audit/pages/change-list.tsx";
import { formatCount } from "#shared/count.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Failure } from "#ui/failure/failure.tsx";
import { plural, t } from "#words/t.ts";
import type { BulkReport, BulkRow, BulkValues } from "../../../admin/bulk/contract.ts";
import { spokenName } from "../in-page-language.ts";
import { useCategories, useSubCategories } from "../use-catalogue.ts";

/** Maximum number of rows listed. The totals above the list count all of them. */
const LISTED = 200;

interface BulkDialogProps {
  report: BulkReport;
  busy: boolean;
  onApply: () => void;
  /** Reloads the products and keeps what was typed; left out where nothing was. */
  onRenew?: () => void;
  onClose: () => void;
}

/** Previews a bulk change: what would change, what is refused and why. Loaded on demand. */
export default function BulkDialog({ report, busy, onApply, onRenew, onClose }: BulkDialogProps) {
  const { rows, changed, refused, same } = report;
  const listed = rows.toSorted((a, b) => Number(b.outcome === "refused") - Number(a.outcome === "refused"));
  const total = changed + refused + same;
  const spoken = useSpokenShelves();
  const parts = [plural(changed, "{count} product will change", "{count} products will change", { count: formatCount(changed) })];
  if (same > 0) parts.push(plural(same, "{count} stays as it is", "{count} stay as they are", { count: formatCount(same) }));
  if (refused > 0) parts.push(plural(refused, "{count} refused", "{count} refused", { count: formatCount(refused) }));
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t("Preview")}
      description={`${parts.join(", ")}.`}
      footer={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            {t("Cancel")}
          </Button>
          {refused > 0 ? (
            onRenew && (
              <Button busy={busy} onClick={onRenew}>
                {t("Load the products again")}
              </Button>
            )
          ) : (
            <Button busy={busy} disabled={changed === 0} onClick={onApply}>
              {t("Apply")}
            </Button>
          )}
        </>
      }
    >
      {refused > 0 && (
        <Failure className="mb-3">
          {t("Nothing changes until these are fixed.")} {onRenew && t("What you typed stays.")}
        </Failure>
      )}
      <ul className="divide-y divide-line">
        {listed.slice(0, LISTED).map((row) => (
          <Row key={row._id} row={row} spoken={spoken} />
        ))}
      </ul>
      {total > LISTED && <p className="pt-3 text-ink-2">{t("And {count} more.", { count: formatCount(total - LISTED) })}</p>}
    </Dialog>
  );
}

/** Names the shelves in the language of the page. */
function useSpokenShelves() {
  const shelves = [...(useCategories().data ?? []), ...(useSubCategories().data ?? [])];
  const names = new Map(shelves.map((shelf) => [shelf._id, spokenName(shelf)]));
  const spoken = (list: BulkValues["category"]) => list?.map(({ _id, name }) => ({ _id, name: names.get(_id) ?? name }));
  return ({ category, subCategory, ...rest }: BulkValues): BulkValues => ({
    ...rest,
    ...(category && { category: spoken(category) }),
    ...(subCategory && { subCategory: spoken(subCategory) }),
  });
}

function Row({ row: { name, outcome, reason, before, after }, spoken }: { row: BulkRow; spoken: (values: BulkValues) => BulkValues }) {
  return (
    <li className="py-2.5">
      <p className="font-semibold break-words">{name || t("A product")}</p>
      {outcome === "refused" && <p className="text-sm text-tomato first-letter:uppercase">{reason}</p>}
      {outcome === "same" && <p className="text-sm text-ink-2">{t("Stays as it is")}</p>}
      {outcome === "changed" && <ChangeList before={spoken(before)} after={spoken(after)} />}
    </li>
  );
}
