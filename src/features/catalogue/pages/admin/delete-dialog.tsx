import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Confirm } from "#ui/dialogs/confirm.tsx";
import { call, messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { deleteProduct, RESTORE_DAYS, type CatalogueKind } from "../../admin/contract.ts";
import { deleteCategory, deleteSubCategory } from "../../admin/shelves/contract.ts";
import { spokenName } from "./in-page-language.ts";
import { readCatalogueAgain } from "./use-catalogue.ts";

/** The endpoint and the specified texts for each kind (ADM-5, ADM-9). */
const WORDS = {
  category: { endpoint: deleteCategory, question: t("Are you sure permanent delete ?"), confirm: t("Confirm") },
  subCategory: { endpoint: deleteSubCategory, question: t("Are you sure permanent delete ?"), confirm: t("Confirm") },
  product: { endpoint: deleteProduct, question: t("Are you sure want to delete permanent ?"), confirm: t("Delete") },
} as const satisfies Record<CatalogueKind, object>;

interface DeleteDialogProps {
  kind: CatalogueKind;
  thing: { _id: string; name: string; name_es?: string | undefined };
  onClose: () => void;
}

/** Confirms a deletion, or says why something still in use cannot be deleted. Loaded on demand. */
export default function DeleteDialog({ kind, thing, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const { endpoint, question, confirm } = WORDS[kind];
  const remove = async () => {
    setBusy(true);
    setFailure("");
    try {
      const { message } = await call(endpoint, { _id: thing._id });
      await readCatalogueAgain();
      toast.success(message);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={t("Permanent Delete")}
      text={
        <>
          <span className="block">{question}</span>
          <b className="mt-2 block break-words text-ink">{spokenName(thing)}</b>
          <span className="mt-1 block text-sm">
            {t("It can be restored for {RESTORE_DAYS} days, under Recently deleted.", { RESTORE_DAYS })}
          </span>
        </>
      }
      failure={failure}
      tone="danger"
      confirm={confirm}
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
