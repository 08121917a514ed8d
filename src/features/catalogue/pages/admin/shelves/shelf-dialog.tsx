import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { History } from "#features/audit/pages/history.tsx";
import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { Field } from "#ui/field.tsx";
import { PickMany } from "#ui/pick-many.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { call, detailsOf, messageOf } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";
import { LONGEST } from "../../../admin/contract.ts";
import { addCategory, createSubCategory, updateCategory, updateSubCategory } from "../../../admin/shelves/contract.ts";
import { ConflictNotice } from "../product/conflict-notice.tsx";
import { conflictOf, merge } from "../product/conflict.ts";
import { PictureField } from "../product/picture-field.tsx";
import { areUploading, toFormPictures, urlsOf } from "../product/form-pictures.ts";
import { SpanishFold } from "../spanish-fold.tsx";
import { spokenName } from "../in-page-language.ts";
import { readCatalogueAgain, useShelves, type VersionedCategory, type VersionedSubCategory } from "../use-catalogue.ts";

const TITLES = {
  category: { add: t("Add Category"), change: t("Update Category") },
  subCategory: { add: t("Add Sub Category"), change: t("Edit Sub Category") },
} as const;

const WORDS = { category: "category", subCategory: "sub category" } as const;

const toFields = (known: VersionedCategory | VersionedSubCategory | undefined) => ({
  name: known?.name ?? "",
  name_es: known?.name_es ?? "",
  image: toFormPictures(known ? [known.image] : []),
  category: known && "category" in known ? known.category.map(({ _id }) => _id) : [],
});

interface ShelfDialogProps {
  kind: keyof typeof TITLES;
  /** The shelf to change; omitted to add one. */
  known?: VersionedCategory | VersionedSubCategory | undefined;
  onClose: () => void;
}

/** Adds or changes a category or subcategory (ADM-2, ADM-4). The button is never disabled; the server reports missing fields. */
export default function ShelfDialog({ kind, known, onClose }: ShelfDialogProps) {
  const isSub = kind === "subCategory";
  /** The shelf as read, to detect changes. */
  const [read, setRead] = useState(known);
  /** The update was refused because someone else changed the shelf. */
  const [isOld, setIsOld] = useState(false);
  const form = useForm({ defaultValues: toFields(read) });
  const { categories, subCategories, reload } = useShelves();
  const { name, name_es: spanish, image, category } = useWatch({ control: form.control, compute: (fields) => fields });
  const { errors, isSubmitting } = form.formState;
  const isNamed = name.trim() !== "";
  const newer = isOld
    ? (isSub ? subCategories : categories).find(({ _id, version }) => _id === read?._id && version !== read.version)
    : undefined;
  const takeNewer = () => {
    form.reset(merge(toFields(read), form.getValues(), toFields(newer)));
    setRead(newer);
    setIsOld(false);
  };
  const isReady = isNamed && urlsOf(image).length > 0 && (!isSub || category.length > 0);

  const submit = form.handleSubmit(async (fields) => {
    if (areUploading(fields.image)) return form.setError("image", { message: t("The image is still uploading") });
    const sent = { name: fields.name, name_es: fields.name_es, image: urlsOf(fields.image)[0] ?? "", version: read?.version };
    const _id = read?._id;
    try {
      const { message } = isSub
        ? await (_id
            ? call(updateSubCategory, { _id, ...sent, category: fields.category })
            : call(createSubCategory, { ...sent, category: fields.category }))
        : await (_id ? call(updateCategory, { _id, ...sent }) : call(addCategory, sent));
      await readCatalogueAgain();
      toast.success(message);
      onClose();
    } catch (error) {
      const details = detailsOf(error, 409);
      if (details && "version" in details) {
        toast.error(messageOf(error));
        await readCatalogueAgain();
        setIsOld(true);
      } else tellRefusal(error, form);
    }
  });

  return (
    <GuardedDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TITLES[kind][known ? "change" : "add"]}
      footer={
        <Button
          type="submit"
          form="shelf"
          size="large"
          kind={isReady ? "primary" : "quiet"}
          busy={isSubmitting}
          className={isReady ? "w-full" : "w-full text-ink-3"}
        >
          {t("Submit [save]")}
        </Button>
      }
    >
      {read && newer && (
        <ConflictNotice thing={WORDS[kind]} conflict={conflictOf(read, newer, form.getValues(), toFields)} onTake={takeNewer} />
      )}
      <form id="shelf" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4.5">
        <Field
          label={t("Name")}
          autoComplete="off"
          maxLength={LONGEST.shelf}
          required
          error={errors.name?.message}
          {...form.register("name")}
        />
        <PictureField
          label={t("Image")}
          most={1}
          disabled={!isNamed}
          pictures={image}
          change={(update) => {
            form.clearErrors("image");
            form.setValue("image", update(form.getValues("image")));
          }}
          hint={isNamed ? t("A JPEG, PNG, WebP, AVIF or GIF of up to 10 MB") : t("Enter a name first")}
          error={errors.image?.message}
        />
        {isSub && (
          <PickMany
            label={t("Category")}
            options={categories.map((one) => ({ id: one._id, name: spokenName(one) }))}
            chosen={category}
            onChange={(chosen) => {
              form.clearErrors("category");
              form.setValue("category", chosen);
            }}
            error={errors.category?.message}
          />
        )}
        {isSub && reload && <Reload again={reload} className="" />}
        <SpanishFold name={spanish}>
          <Field
            label={t("Spanish name")}
            autoComplete="off"
            maxLength={LONGEST.shelf}
            error={errors.name_es?.message}
            {...form.register("name_es")}
          />
        </SpanishFold>
        {errors.root && (
          <p role="alert" className="text-sm text-tomato">
            {errors.root.message}
          </p>
        )}
      </form>
      {known && <History kind={kind} id={known._id} />}
    </GuardedDialog>
  );
}
