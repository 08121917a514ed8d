import { useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { toast } from "#ui/toast.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { tellRefusal } from "#web/form-refusal.ts";
import { createProduct, updateProduct } from "../../../admin/contract.ts";
import { product as productShape, type Product } from "../../../contract.ts";
import { conflictOf, differing, merge } from "./conflict.ts";
import { BLANK, toFields, toInput, type ProductFields } from "./product-fields.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";

/** The form of a new product, or of one that is there, and how it is sent. */
export function useProductForm(known?: Product) {
  /** The product as it was read, to which the form is compared. */
  const [read, setRead] = useState(known);
  /** What another admin has made of it meanwhile. */
  const [newer, setNewer] = useState<Product>();
  const sent = useRef(false);
  const was = read ? toFields(read) : BLANK;
  const form = useForm<ProductFields>({ defaultValues: was });

  const send = async (fields: ProductFields): Promise<string | null> => {
    try {
      const answer = read
        ? await call(updateProduct, { _id: read._id, ...toInput(fields), version: read.version, stockWas: read.stock })
        : await call(createProduct, toInput(fields));
      sent.current = true;
      await readCatalogueAgain();
      return answer.message;
    } catch (error) {
      const found = error instanceof CallError && error.status === 409 ? productShape.safeParse(error.data) : undefined;
      if (found?.success) {
        toast.error(messageOf(error));
        setNewer(found.data);
      } else tell(error, form);
      return null;
    }
  };

  return {
    form,
    /** Whether something was typed that is not sent yet. */
    isChanged: () => !sent.current && differing(was, form.getValues()).length > 0,
    /** Checks and sends. @returns the shop's words, or null when it was refused */
    save: async (): Promise<string | null> => {
      let message: string | null = null;
      await form.handleSubmit(async (fields) => {
        message = await send(fields);
      })();
      return message;
    },
    /** Begins anew. */
    reset: () => {
      sent.current = false;
      form.reset(BLANK);
    },
    conflict: read && newer && conflictOf(read, newer, form.getValues(), toFields),
    /** Takes over what another admin has made of it; what was typed here stays. */
    takeNewer: () => {
      if (!newer) return;
      form.reset(merge(was, form.getValues(), toFields(newer)));
      setRead(newer);
      setNewer(undefined);
    },
  };
}

/** A refusal begins with the name of the field; of several values, with a dot behind it. */
function tell(error: unknown, form: UseFormReturn<ProductFields>): void {
  if (!(error instanceof CallError)) return tellRefusal(error, form);
  const words = error.message.replace(/^The (?=sku )/, "").replace(/^(image|category|subCategory|more_details)\.\S+ /, "$1 ");
  const extra = /^more_details (.*)$/.exec(words)?.[1];
  tellRefusal(new CallError(error.status, extra ? `Extra fields: ${extra}` : words, error.data), form);
}
