import { useState } from "react";
import { Undo2 } from "lucide-react";
import { formatCount } from "#shared/count.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { plural, t } from "#words/t.ts";
import { lastBulk, undoBulk, type LastBulk } from "../../../admin/bulk/contract.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";

function wordsOf({ count: products, action }: LastBulk): string {
  const count = formatCount(products);
  if (action === "deleted") return plural(products, "{count} product deleted", "{count} products deleted", { count });
  if (action === "restored") return plural(products, "{count} product restored", "{count} products restored", { count });
  if (action === "taken back") return plural(products, "{count} product changed back", "{count} products changed back", { count });
  return plural(products, "{count} product changed", "{count} products changed", { count });
}

const couldNotChange = (products: number) =>
  plural(products, "{count} product could not be changed.", "{count} products could not be changed.", { count: formatCount(products) });

/** Undoes the last bulk change of products, made by anyone within 30 days. */
export function LastChange() {
  const last = usePersonal(["last bulk"], async () => (await call(lastBulk, undefined)).data).data;
  const [busy, setBusy] = useState(false);
  if (!last) return null;
  const undo = async () => {
    setBusy(true);
    try {
      const { data, message } = await call(undoBulk, { changeId: last.changeId });
      toast.success(message);
      const [refused] = data.rows.filter(({ outcome }) => outcome === "refused");
      if (refused) toast.error(`${couldNotChange(data.refused)} ${refused.name}: ${refused.reason}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readCatalogueAgain();
    setBusy(false);
  };
  return (
    <Button kind="quiet" busy={busy} title={t("By {by}", { by: last.by })} onClick={() => void undo()}>
      <Undo2 aria-hidden className="size-5" />
      {t("Undo: {change}", { change: wordsOf(last) })}
    </Button>
  );
}
