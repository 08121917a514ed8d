import { Suspense, useState } from "react";
import { Plus } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { endCoupon, type Coupon } from "../../contract.ts";
import { CouponCard, couponColumns } from "./coupon-columns.tsx";
import { readCouponsAgain, useCoupons } from "./use-coupons.ts";

const CouponDialog = lazy(() => import("./coupon-dialog.tsx"));
const ConfirmDialog = lazy(() => import("#ui/dialogs/confirm-dialog.tsx"));

export const meta = privateMeta(t("Coupons"));

/** Codes that take something off an order, and how often they were used. */
export default function CouponsPage() {
  const coupons = useCoupons();
  const [edited, setEdited] = useState<Coupon | "new">();
  const [ended, setEnded] = useState<Coupon>();
  const hasSome = !coupons.isError && coupons.data !== undefined && coupons.data.length > 0;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("Coupons")}</h1>
        <Button onClick={() => setEdited("new")}>
          <Plus aria-hidden className="size-5" />
          {t("Add coupon")}
        </Button>
      </div>
      <p className="mb-5 max-w-3xl text-ink-2">
        {t("Shoppers enter a code at the checkout, one per order. The checkout asks for a code only while a coupon is active.")}
      </p>
      {hasSome && (
        <ul aria-label={t("Coupons")} className="grid gap-2.5 md:hidden">
          {coupons.data?.map((coupon) => (
            <CouponCard key={coupon._id} coupon={coupon} edit={setEdited} end={setEnded} />
          ))}
        </ul>
      )}
      <div className={hasSome ? "max-md:hidden" : undefined}>
        <DataTable
          label={t("Coupons")}
          columns={couponColumns(setEdited, setEnded)}
          rows={coupons.data}
          rowId={({ _id }) => _id}
          failure={coupons.isError ? { title: t("We couldn't load the coupons"), again: () => void coupons.refetch() } : undefined}
          empty={
            <EmptyState title={t("No Data")}>
              <p>{t("Add a coupon to offer a discount with a code.")}</p>
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {edited && <CouponDialog {...(edited !== "new" && { coupon: edited })} onClose={() => setEdited(undefined)} />}
        {ended && <EndQuestion coupon={ended} onClose={() => setEnded(undefined)} />}
      </Suspense>
    </>
  );
}

function EndQuestion({ coupon: { _id, code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      toast.success((await call(endCoupon, { _id })).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readCouponsAgain();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("End {code}?", { code })}
      confirm={t("End coupon")}
      danger
      busy={busy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      {t("Nobody can use it anymore, and it can't be started again. Orders that used it keep their discount.")}
    </ConfirmDialog>
  );
}
