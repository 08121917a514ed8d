import { withKind } from "#features/catalogue/words.ts";
import { MISSING_CHOICES, type MissingChoice } from "#features/orders/contract.ts";
import { MISSING_WORDS } from "#features/orders/pages/missing-words.ts";
import { Choice } from "#ui/choice.tsx";
import { SelectField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import type { IfMissing } from "./use-if-missing.ts";

/** What to do when something is missing, with exceptions for products that are low on stock. Lazy-loaded. */
export default function IfMissingPanel({ ifMissing: { choice, except, low, choose, chooseFor } }: { ifMissing: IfMissing }) {
  return (
    <section aria-labelledby="if-missing" className="panel p-5 md:p-6">
      <h2 id="if-missing" className="heading mb-3.5 text-xl">
        {t("If something is missing")}
      </h2>
      <div className="flex flex-col gap-2.5">
        {MISSING_CHOICES.map((one) => (
          <Choice key={one} name="if-missing" value={one} checked={one === choice} onChange={() => choose(one)}>
            <span className="block font-bold">{MISSING_WORDS[one].name}</span>
            <span className="mt-1 block text-ink-2">{MISSING_WORDS[one].hint}</span>
          </Choice>
        ))}
      </div>
      {low.length > 0 && (
        <>
          <h3 className="mt-5 font-bold">{t("Almost sold out")}</h3>
          <p className="mt-1 text-ink-2">{t("These may run out before we pack your order. Choose something else for them if you like.")}</p>
          <ul className="mt-1">
            {low.map(({ product: { _id, name, unit } }) => (
              <li key={_id} className="mt-3">
                <SelectField
                  label={withKind(name, unit)}
                  value={except[_id] ?? ""}
                  onChange={({ target }) => chooseFor(_id, (target.value || undefined) as MissingChoice | undefined)} // one of the options
                >
                  <option value="">{t("As above")}</option>
                  {MISSING_CHOICES.filter((one) => one !== choice).map((one) => (
                    <option key={one} value={one}>
                      {MISSING_WORDS[one].name}
                    </option>
                  ))}
                </SelectField>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
