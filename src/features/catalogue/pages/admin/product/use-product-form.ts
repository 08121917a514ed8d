import { useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { call, CallError, detailsOf, messageOf } from "#web/call.ts";
import { refusedField, tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";
import { createProduct, updateProduct } from "../../../admin/contract.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { conflictOf, differing, merge } from "./conflict.ts";
import { BLANK, toFields, toInput, type ProductFields } from "./product-fields.ts";
import { useSeesCosts } from "./use-sees-costs.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";

/** The form of a new or existing product, and its submission. */
export function useProductForm(known?: AdminProduct) {
  /** The product as read, to detect changes. */
  const [read, setRead] = useState(known);
  /** The newer version, if another admin has changed it. */
  const [newer, setNewer] = useState<AdminProduct>();
  const sent = useRef(false);
  const seesCosts = useSeesCosts();
  const was = read ? toFields(read) : BLANK;
  const form = useForm<ProductFields>({ defaultValues: was });

  const send = async (fields: ProductFields): Promise<string | null> => {
    try {
      const answer = read
        ? await call(updateProduct, { _id: read._id, ...toInput(fields, seesCosts), version: read.version, stockWas: read.stock })
        : await call(createProduct, toInput(fields, seesCosts));
      sent.current = true;
      await readCatalogueAgain();
      return answer.message;
    } catch (error) {
      const details = detailsOf(error, 409);
      if (details && "version" in details) {
        toast.error(messageOf(error));
        setNewer(details as AdminProduct);
      } else tell(error, form);
      return null;
    }
  };

  return {
    form,
    /** The product as it was read last. */
    read,
    /** Whether there are unsaved changes. */
    isChanged: () => !sent.current && differing(was, form.getValues()).length > 0,
    /** Validates and submits. @returns the server's message, or null if it was refused */
    save: async (): Promise<string | null> => {
      let message: string | null = null;
      await form.handleSubmit(async (fields) => {
        message = await send(fields);
      })();
      return message;
    },
    /** Starts a new product. */
    reset: () => {
      sent.current = false;
      form.reset(BLANK);
    },
    conflict: read && newer && conflictOf(read, newer, form.getValues(), toFields),
    /** Merges the other admin's changes, keeping local edits. */
    takeNewer: () => {
      if (!newer) return;
      form.reset(merge(was, form.getValues(), toFields(newer)));
      setRead(newer);
      setNewer(undefined);
    },
  };
}

/** Fields that the API names differently, with their labels. */
const API_FIELDS = {
  "offer.discount": ["discount", "Discount"],
  "offer.from": ["offerFrom", t("Offer start")],
  "offer.until": ["offerUntil", t("Offer end")],
  cost_price: ["costPrice", t("The cost")],
} as const;

const isApiField = (name: string): name is keyof typeof API_FIELDS => name in API_FIELDS;

/** A refusal starts with the field name, followed by a dot if the field has several values. */
function tell(error: unknown, form: UseFormReturn<ProductFields>): void {
  if (!(error instanceof CallError)) return tellRefusal(error, form);
  const { field, words: said } = refusedField(error);
  // In Spanish the message has what people call the field, and the response its name.
  const isNamed = said === error.message;
  if (isApiField(field)) {
    const [name, label] = API_FIELDS[field];
    const message = isNamed ? said : error.message.replace(field, label);
    toast.error(message);
    return form.setError(name, { message }, { shouldFocus: true });
  }
  if (isNamed) return tellRefusal(new CallError(error.status, said, error.data, { field: field.split(".")[0] }), form);
  const words = error.message.replace(/^The (?=(?:sku|barcode) )/, "").replace(/^(image|category|subCategory|more_details)\.\S+ /, "$1 ");
  const extra = /^more_details (.*)$/.exec(words)?.[1];
  tellRefusal(new CallError(error.status, extra ? t("Extra fields: {extra}", { extra }) : words, error.data), form);
}
