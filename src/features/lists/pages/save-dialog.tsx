import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import { MAX_NAME } from "../contract.ts";
import { createList, hasProduct, setLine, useLists } from "./lists-state.ts";

interface SaveDialogProps {
  product: { _id: string; name: string };
  onClose: () => void;
}

/** Chooses the lists that a product is on, or starts a new one with it. Lazy-loaded. */
export function SaveDialog({ product, onClose }: SaveDialogProps) {
  const { status, lists } = useLists();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Save to list")}
      description={product.name}
      footer={<Button onClick={onClose}>{t("Done")}</Button>}
    >
      {status === "loading" ? (
        <Skeleton className="h-24 rounded-card" />
      ) : (
        <ul className="panel divide-y divide-line overflow-hidden">
          {lists.map((list) => (
            <li key={list._id}>
              <label className="flex min-h-13 cursor-pointer items-center gap-3.5 px-4.5 hover:bg-sunken">
                <input
                  type="checkbox"
                  checked={hasProduct(list, product._id)}
                  onChange={(event) => void setLine(list._id, product._id, event.target.checked ? 1 : 0)}
                  className="size-5 shrink-0 accent-leaf"
                />
                <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{list.name}</span>
                <span className="shrink-0 text-sm text-ink-2">{list.lines.length}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <NewList productId={product._id} />
    </Dialog>
  );
}

function NewList({ productId }: { productId: string }) {
  const [name, setName] = useState("");
  const create = async () => {
    if (await createList(name.trim(), productId)) setName("");
  };
  return (
    <form
      className="mt-5 flex items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) void create();
      }}
    >
      <Field
        label={t("New list")}
        placeholder={t("Weekly groceries")}
        value={name}
        maxLength={MAX_NAME}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" kind="outline" disabled={!name.trim()} className="min-h-12">
        {t("Create")}
      </Button>
    </form>
  );
}
