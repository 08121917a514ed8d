import { toast } from "#ui/toast/toast.ts";
import { useQuery } from "@tanstack/react-query";
import { History } from "#features/audit/pages/history.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { call, messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { productToEdit, type AdminProduct } from "../../../admin/find/contract.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { ProductForm } from "./product-form.tsx";
import { useProductForm } from "./use-product-form.ts";

interface EditDialogProps {
  productId: string;
  /** Navigates away, which asks about unsaved changes. */
  onClose: () => void;
}

/** Edits a freshly loaded product (ADM-9). Loaded on demand. */
export default function EditDialog({ productId, onClose }: EditDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["product to edit", productId],
    queryFn: async () => (await call(productToEdit, { productId })).data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <EditForm product={data} onClose={onClose} />;
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t("Edit Product")}>
      {error ? (
        <div role="alert" className="flex flex-col items-center gap-4 py-10 text-center">
          <p>{messageOf(error)}</p>
          <Button kind="outline" onClick={() => void refetch()}>
            {t("Try again")}
          </Button>
        </div>
      ) : (
        <div aria-busy="true" aria-label={t("Loading")}>
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
    </Dialog>
  );
}

function EditForm({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { form, read, save, isChanged, conflict, takeNewer } = useProductForm(product);
  const submit = async () => {
    const message = await save();
    if (message !== null) toast.success(message);
    return message !== null;
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t("Edit Product")}
      footer={
        <Button type="submit" form="product" size="large" busy={form.formState.isSubmitting} className="w-full sm:w-auto sm:px-10">
          {t("Update Product")}
        </Button>
      }
    >
      {conflict && <ConflictNotice thing="product" conflict={conflict} onTake={takeNewer} />}
      <ProductForm id="product" form={form} known={read} onSubmit={() => void submit().then((isSaved) => isSaved && onClose())} />
      <History kind="product" id={product._id} />
      <LeaveGuard isChanged={isChanged} save={submit} />
    </Dialog>
  );
}
