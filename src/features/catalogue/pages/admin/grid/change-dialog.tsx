import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { PickMany } from "#ui/pick-many.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { t } from "#words/t.ts";
import type { FoundChange } from "../../../admin/bulk/contract.ts";
import { spokenName } from "../in-page-language.ts";
import { useShelves } from "../use-catalogue.ts";

interface ChangeDialogProps {
  /** How many products, in words. */
  words: string;
  busy: boolean;
  onPreview: (set: FoundChange) => void;
  onClose: () => void;
}

/** Asks what to change in all chosen products. Loaded on demand. */
export default function ChangeDialog({ words, busy, onPreview, onClose }: ChangeDialogProps) {
  const [texts, setTexts] = useState({ price: "", discount: "", stock: "" });
  const [shelves, setShelves] = useState<{ category: string[]; subCategory: string[] }>({ category: [], subCategory: [] });
  const { categories, subCategories, reload } = useShelves();
  const set: FoundChange = Object.fromEntries([
    ...Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
    ...Object.entries(shelves).filter(([, ids]) => ids.length > 0),
  ]);
  const text = (name: keyof typeof texts, label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      autoComplete="off"
      maxLength={20}
      value={texts[name]}
      onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
    />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t("Change {words}", { words })}
      description={t("Empty fields stay as they are.")}
      footer={
        <Button type="submit" form="change-found" busy={busy} disabled={Object.keys(set).length === 0}>
          {t("Preview")}
        </Button>
      }
    >
      <form
        id="change-found"
        className="grid gap-4.5"
        onSubmit={(event) => {
          event.preventDefault();
          onPreview(set);
        }}
      >
        {text("price", t("Price"), t("Such as 3.50, or +10% to raise every price"))}
        {text("discount", t("Discount"), t("In percent; 0 for none. Replaces offers with dates"))}
        {text("stock", t("Stock"), t("Such as 20, or +5 to add five to each"))}
        <PickMany
          label={t("Category")}
          options={categories.map((shelf) => ({ id: shelf._id, name: spokenName(shelf) }))}
          chosen={shelves.category}
          onChange={(category) => setShelves({ ...shelves, category })}
        />
        <PickMany
          label={t("Sub Category")}
          options={subCategories.map((shelf) => ({
            id: shelf._id,
            name: spokenName(shelf),
            detail: shelf.category.map(spokenName).join(", "),
          }))}
          chosen={shelves.subCategory}
          onChange={(subCategory) => setShelves({ ...shelves, subCategory })}
        />
        {reload && <Reload again={reload} className="" />}
      </form>
    </Dialog>
  );
}
