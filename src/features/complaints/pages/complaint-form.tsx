import { useState, type ComponentProps } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { useUser } from "#features/account/pages/use-user.ts";
import { DOCUMENTS } from "#shared/identity-documents.ts";
import { currency } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Choice } from "#ui/choice.tsx";
import { EmailField, Field, SelectField, TextField } from "#ui/field.tsx";
import { Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { isEmail } from "#web/forms/is-email.ts";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { paths } from "#web/paths.ts";
import { queries } from "#web/queries.ts";
import { sendOnce } from "#web/sending/send-once.ts";
import { t } from "#words/t.ts";
import { fileComplaint, GOODS, KINDS, LONGEST } from "../contract.ts";
import { definitionOf, documentName, goodName, sheetPath } from "../sheet/rules.ts";
import { sheetQuery } from "./sheet-query.ts";
import { EMPTY, isAmount, isFilled, isNumberOf, isPhone, toRequest, type Typed } from "./complaint-fields.ts";

/** The form of a sheet, with the fields that the law asks for. */
export function ComplaintForm() {
  const navigate = useNavigate();
  const user = useUser();
  const form = useForm<Typed>({
    values: { ...EMPTY, name: user?.name ?? "", email: user?.email ?? "", phone: user?.mobile ?? "" },
    // The person may be typing when their details arrive.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, formState, control, getValues } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const isMinor = useWatch({ control, name: "isMinor" });
  const [file] = useState(() => sendOnce(fileComplaint));

  const submit = form.handleSubmit(async (typed) => {
    try {
      const { data, message } = await file(toRequest(typed));
      queries.setQueryData(sheetQuery(data.key).queryKey, data.sheet);
      toast.success(message);
      await navigate(sheetPath(paths.complaintsBook, data.key), { replace: true });
    } catch (error) {
      tellRefusal(error, form);
    }
  });

  const error = (name: keyof Typed) => errors[name]?.message;
  const filled = (name: "name" | "address" | "description" | "detail" | "request") => ({
    required: true,
    error: error(name),
    ...register(name, { validate: isFilled }),
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <LeaveGuard isMessage isChanged={() => isDirty && !isSubmitting} />
      <Panel title={t("1. Your details")}>
        <div className={FIELDS}>
          <Field label={t("Full name")} autoComplete="name" maxLength={120} className="sm:col-span-2" {...filled("name")} />
          <SelectField label={t("Document")} {...register("documentType")}>
            {DOCUMENTS.map((type) => (
              <option key={type} value={type}>
                {documentName(type)}
              </option>
            ))}
          </SelectField>
          <Field
            label={t("Document number")}
            required
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            error={error("documentNumber")}
            {...register("documentNumber", { validate: (typed) => isNumberOf(getValues("documentType"), typed) })}
          />
          <Field label={t("Address")} autoComplete="street-address" maxLength={200} className="sm:col-span-2" {...filled("address")} />
          <Field
            label={t("Phone")}
            type="tel"
            autoComplete="tel"
            required
            maxLength={20}
            error={error("phone")}
            {...register("phone", { validate: isPhone })}
          />
          <EmailField
            autoComplete="email"
            required
            hint={t("Your copy and our answer go there.")}
            error={error("email")}
            {...register("email", { validate: isEmail })}
          />
          <Check label={t("I'm under 18")} {...register("isMinor")} />
          {isMinor && (
            <Field
              label={t("Name of your mother, father or guardian")}
              required
              maxLength={120}
              autoComplete="off"
              className="sm:col-span-2"
              error={error("parentName")}
              {...register("parentName", { validate: isFilled })}
            />
          )}
        </div>
      </Panel>

      <Panel title={t("2. What you bought")}>
        <div className={FIELDS}>
          {GOODS.map((good) => (
            <Choice key={good} value={good} {...register("good")}>
              <span className="font-semibold">{goodName(good)}</span>
            </Choice>
          ))}
          <Field
            label={t("Amount claimed (optional)")}
            inputMode="decimal"
            autoComplete="off"
            hint={t("In {name}", { name: currency().name })}
            error={error("amount")}
            {...register("amount", { validate: isAmount })}
          />
          <Field label={t("Order number (optional)")} autoComplete="off" spellCheck={false} maxLength={40} {...register("orderNumber")} />
          <TextField
            label={t("Description of the product or service")}
            rows={2}
            maxLength={LONGEST.description}
            className="sm:col-span-2"
            {...filled("description")}
          />
        </div>
      </Panel>

      <Panel title={t("3. Your complaint")}>
        <div role="radiogroup" aria-label={t("Type of complaint")} className="mt-5 flex flex-col gap-3">
          {KINDS.map((kind) => (
            <Choice key={kind} value={kind} {...register("kind", { validate: (chosen) => chosen !== "" || t("Choose one") })}>
              {definitionOf(kind)}
            </Choice>
          ))}
          {errors.kind && <Wrong>{errors.kind.message}</Wrong>}
        </div>
        <div className="mt-4.5 flex flex-col gap-4.5">
          <TextField label={t("What happened (detalle)")} rows={6} maxLength={LONGEST.detail} {...filled("detail")} />
          <TextField label={t("What you ask for (pedido)")} rows={4} maxLength={LONGEST.request} {...filled("request")} />
          <div>
            <Check
              label={t("I confirm that what I wrote is true, and I agree to get the answer by email.")}
              {...register("accepted", { validate: (accepted) => accepted || t("Confirm this to send your complaint") })}
            />
            {errors.accepted && <Wrong>{errors.accepted.message}</Wrong>}
          </div>
        </div>
      </Panel>
      {errors.root && <Wrong>{errors.root.message}</Wrong>}
      <Button type="submit" size="large" busy={isSubmitting}>
        {t("Send complaint")}
      </Button>
    </form>
  );
}

const FIELDS = "mt-5 grid gap-4.5 sm:grid-cols-2";

function Check({ label, ...box }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-start gap-3 py-2.5 sm:col-span-2">
      <input {...box} type="checkbox" className="size-5 shrink-0 accent-leaf-fill" />
      <span>{label}</span>
    </label>
  );
}

function Wrong({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="text-sm text-tomato">
      {children}
    </p>
  );
}
