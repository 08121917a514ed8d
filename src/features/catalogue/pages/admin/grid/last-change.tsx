import { useState } from "react";
import { Undo2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { usePersonal } from "#web/session.ts";
import { t } from "#words/t.ts";
import { lastBulk, undoBulk, type LastBulk } from "../../../admin/bulk/contract.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";

const VERBS: Record<string, string> = { deleted: "deleted", restored: "restored", "taken back": "changed back" };

function wordsOf({ count, action }: LastBulk): string {
  return `${count === 1 ? "1 product" : `${count.toLocaleString("en-US")} products`} ${VERBS[action] ?? "changed"}`;
}

/** Undoes the last change of many products at once, whoever made it, for 30 days. */
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
      if (refused) toast.error(`${data.refused} could not be changed. ${refused.name}: ${refused.reason}`);
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
