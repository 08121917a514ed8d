import { useId, useState, type FormEvent } from "react";
import { Tag, X } from "lucide-react";
import { formatCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { describe, FieldNote, inputLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { rich } from "#words/rich.ts";
import { COUPON_LIMITS } from "../contract.ts";
import type { EnteredCoupon } from "./use-coupon.ts";

/** Where a shopper enters a coupon's code; nothing while the shop has no coupons. */
export function CouponField({ coupon }: { coupon: EnteredCoupon }) {
  const { offered, code, cents, refusal, remove } = coupon;
  const [open, setOpen] = useState(false);
  if (!offered) return null;
  if (cents > 0)
    return (
      <output className="my-3 flex min-h-11 items-center gap-2.5 rounded-tile bg-leaf-tint pl-3.5">
        <Tag aria-hidden className="size-4.5 shrink-0 text-leaf" />
        <span className="min-w-0 flex-1 py-2 wrap-anywhere">
          {rich("{code} takes off {amount}", { code: <span className="font-bold">{code}</span>, amount: formatCents(cents) })}
        </span>
        <Button kind="plain" size="icon" aria-label={t("Remove coupon {code}", { code })} onClick={remove}>
          <X aria-hidden className="size-5" />
        </Button>
      </output>
    );
  if (open || refusal !== undefined || code) return <CodeForm coupon={coupon} />;
  return (
    <Button kind="plain" size="small" onClick={() => setOpen(true)} className="my-1.5 -ml-3.5 text-leaf">
      <Tag aria-hidden className="size-4.5" />
      {t("Add a code")}
    </Button>
  );
}

function CodeForm({ coupon: { code, refusal, checking, enter, remove } }: { coupon: EnteredCoupon }) {
  const id = useId();
  const [typed, setTyped] = useState(code);
  const [isMissing, setMissing] = useState(false);
  const error = isMissing ? t("Enter a code") : refusal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(typed.trim() === "");
    if (typed.trim()) enter(typed);
  };
  return (
    <form onSubmit={submit} noValidate className="my-3 flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {t("Coupon code")}
      </label>
      <div className="flex gap-2">
        <input
          {...describe(id, { error })}
          id={id}
          value={typed}
          maxLength={COUPON_LIMITS.code.most}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // The field appears where "Add a code" was pressed.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={!code}
          onChange={(event) => {
            setTyped(event.target.value);
            setMissing(false);
          }}
          className={`${inputLook} min-w-0 uppercase`}
        />
        <Button type="submit" kind="outline" busy={checking} className="min-h-12">
          {t("Apply")}
        </Button>
      </div>
      <FieldNote id={id} error={error} />
      {refusal !== undefined && (
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            remove();
            setTyped("");
          }}
          className="-ml-3.5 self-start"
        >
          {t("Order without a coupon")}
        </Button>
      )}
    </form>
  );
}
