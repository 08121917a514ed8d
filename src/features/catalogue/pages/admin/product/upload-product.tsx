import { Suspense, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { ProductForm } from "./product-form.tsx";
import { useProductForm } from "./use-product-form.ts";

const Confirm = lazy(async () => ({ default: (await import("#ui/dialogs/confirm.tsx")).Confirm }));

export const meta = privateMeta(t("Upload Product"));

/** Adds a product (ADM-6, ADM-7). */
export default function UploadProductPage() {
  const { form, save, reset, isChanged } = useProductForm();
  const [done, setDone] = useState("");
  const submit = async () => {
    const message = await save();
    if (message === null) return;
    reset();
    setDone(message);
  };
  const saveAndLeave = async () => {
    const message = await save();
    if (message !== null) toast.success(message);
    return message !== null;
  };
  return (
    <div className="max-w-6xl">
      <h1 className="heading mb-5 text-3xl">{t("Upload Product")}</h1>
      <div className="panel p-4 md:p-6">
        <ProductForm wide id="product" form={form} onSubmit={() => void submit()}>
          <div className="sticky bottom-0 z-10 -mx-4 -mb-4 grid rounded-b-panel border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:-mb-6 md:px-6">
            <Button type="submit" size="large" busy={form.formState.isSubmitting} className="sm:justify-self-start sm:px-12">
              {t("Submit [save]")}
            </Button>
          </div>
        </ProductForm>
      </div>
      <LeaveGuard isChanged={isChanged} save={saveAndLeave} />
      <Suspense fallback={null}>
        {done && (
          <Confirm
            title={t("Success")}
            text={done}
            onConfirm={() => {
              setDone("");
              // Ready for the next product once the dialog has closed.
              setTimeout(() => form.setFocus("name"), 200);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
