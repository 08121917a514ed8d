import { Link } from "react-router";
import { Field, TextField } from "#ui/field.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import { GroupForm } from "./group-form.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** The complaints book that Peruvian law asks for, and what has to be in it. */
export function BookGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(["complaintsBook", "legalName", "taxId", "address"], known);
  const { values, set, text } = form;
  return (
    <GroupForm
      title={t("Libro de Reclamaciones")}
      lead={t("Shops in Peru must keep a complaints book and answer within 15 working days.")}
      form={form}
    >
      <label className="flex w-fit cursor-pointer gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-leaf-fill"
          checked={values.complaintsBook}
          onChange={({ target }) => set("complaintsBook", target.checked)}
        />
        <span>
          {t("Take complaints on this site")}
          <span className="block text-sm text-ink-2">{t("Adds a link to the footer of every page.")}</span>
        </span>
      </label>
      <Field label={t("Legal name")} maxLength={120} autoComplete="off" {...text("legalName")} />
      <Field label={t("RUC")} inputMode="numeric" maxLength={40} autoComplete="off" {...text("taxId")} />
      <TextField label={t("Address")} rows={3} maxLength={300} autoComplete="off" {...text("address")} />
      <p className="text-sm text-ink-2">
        {t("The legal name and the RUC are also on your invoices, and the address is on every page.")}{" "}
        <Link to={adminPaths.complaints} className="font-semibold text-leaf hover:underline">
          {t("See complaints")}
        </Link>
      </p>
    </GroupForm>
  );
}
