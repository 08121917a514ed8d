import { useState } from "react";
import { History } from "#features/audit/pages/history.tsx";
import { toDollars } from "#shared/money.ts";
import { readTypedAmount } from "#shared/typed-amount.ts";
import { Field, TextField } from "#ui/field.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { ZoneFields } from "../../contract.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { TimesField } from "./times-field.tsx";

interface ZoneDialogProps {
  /** Left out to add a new one. */
  zone?: ZoneFields | undefined;
  /** Returns why it was not saved; empty if it was. */
  save: (zone: ZoneFields) => Promise<string>;
  onClose: () => void;
}

/** In dollars; empty is 0. */
const amountOf = (typed: string) => (typed.trim() === "" ? 0 : toDollars(readTypedAmount(typed)));
const isAmount = (typed: string) => !Number.isNaN(amountOf(typed));

/** Adds or edits a zone. Loaded on demand. */
export default function ZoneDialog({ zone, save, onClose }: ZoneDialogProps) {
  const { currency } = useFace();
  const [name, setName] = useState(zone?.name ?? "");
  const [areas, setAreas] = useState(zone?.areas.join("\n") ?? "");
  const [amounts, setAmounts] = useState({
    fee: zone ? String(zone.fee) : "",
    freeFrom: String(zone?.freeFrom ?? ""),
    minimum: zone && zone.minimum > 0 ? String(zone.minimum) : "",
  });
  const [times, setTimes] = useState<readonly ZoneFields["times"][number][]>(zone?.times ?? []);
  const [tried, setTried] = useState(false);

  const places = areas
    .split(/[\n,;]/)
    .map((area) => area.trim())
    .filter(Boolean);
  const amount = (field: keyof typeof amounts) => ({
    value: amounts[field],
    inputMode: "decimal" as const,
    autoComplete: "off",
    error: tried && !isAmount(amounts[field]) ? t("Enter an amount like 3.50") : undefined,
    onChange: ({ target }: { target: { value: string } }) => setAmounts({ ...amounts, [field]: target.value }),
  });
  const isReady = name.trim() !== "" && places.length > 0 && Object.values(amounts).every(isAmount);

  const submit = () => {
    setTried(true);
    if (!isReady) return undefined;
    return save({
      ...(zone?._id && { _id: zone._id }),
      name,
      areas: places,
      times: [...times],
      fee: amountOf(amounts.fee),
      minimum: amountOf(amounts.minimum),
      freeFrom: amounts.freeFrom.trim() ? amountOf(amounts.freeFrom) : null,
    });
  };
  return (
    <PlanDialog
      title={zone ? t("Edit {name}", { name: zone.name }) : t("Add zone")}
      save={submit}
      onClose={onClose}
      history={zone?._id && <History kind="delivery" id={zone._id} />}
    >
      <Field
        label={t("Name")}
        maxLength={60}
        autoComplete="off"
        value={name}
        hint={t("Shoppers see it, such as “City center”.")}
        error={tried && !name.trim() ? t("Enter a name") : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t("Postal codes and places")}
        rows={4}
        value={areas}
        hint={t("One per line, or with commas: 15001, 150*, Miraflores. 150* covers every postal code that begins with 150.")}
        error={tried && places.length === 0 ? t("Enter a postal code or a place") : undefined}
        onChange={({ target }) => setAreas(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t("Fee in {name}", { name: currency.name })} hint={t("Leave empty for free delivery.")} {...amount("fee")} />
        <Field label={t("Free from")} hint={t("Leave empty to always charge the fee.")} {...amount("freeFrom")} />
        <Field label={t("Minimum order")} hint={t("Leave empty for no minimum.")} {...amount("minimum")} />
      </div>
      <TimesField times={times} onChange={setTimes} none={t("Without times, shoppers don't choose when their order comes.")} />
    </PlanDialog>
  );
}
