import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Loaded, Panel } from "#ui/panel.tsx";
import { PickMany } from "#ui/pick-many.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { MOST_DETAILS } from "../../narrowing/contract.ts";
import { changeNarrowing, readNarrowing } from "../../narrowing/settings/contract.ts";

export const meta = privateMeta(t("Filters"));

interface Filters {
  chosen: string[];
  /** What Spanish texts call a detail, by its name. */
  spanish: Record<string, string>;
  known: { value: string; count: number }[];
}

/** Which product details shoppers can narrow lists by. */
export default function FiltersPage() {
  const filters = usePersonal(["filters"], async () => (await call(readNarrowing, undefined)).data);
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Filters")}</h1>
      <Panel
        title={t("Product details")}
        lead={t("Shoppers can always narrow lists by brand, price, offer and stock. Choose up to {MOST_DETAILS} details to add.", {
          MOST_DETAILS,
        })}
        className="max-w-2xl"
      >
        <Loaded query={filters}>{(data) => <FiltersForm filters={data} />}</Loaded>
      </Panel>
    </>
  );
}

function FiltersForm({ filters }: { filters: Filters }) {
  const [chosen, setChosen] = useState(filters.chosen);
  const [spanish, setSpanish] = useState(filters.spanish);
  const [busy, setBusy] = useState(false);
  const unused = filters.chosen.filter((name) => !filters.known.some(({ value }) => value === name));
  const options = [
    ...filters.known.map(({ value, count }) => ({ id: value, name: value, detail: t("{count} products", { count }) })),
    ...unused.map((name) => ({ id: name, name, detail: t("{count} products", { count: 0 }) })),
  ];
  const save = async () => {
    setBusy(true);
    try {
      const { message } = await call(changeNarrowing, {
        details: chosen,
        spanish: Object.fromEntries(chosen.map((name) => [name, spanish[name] ?? ""])),
      });
      toast.success(message);
      await readAgain(["filters"]);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="mt-5 flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PickMany
        label={t("Details")}
        options={options}
        chosen={chosen}
        onChange={setChosen}
        hint={t("A value like “Vegan, Gluten-free” counts as two.")}
        error={chosen.length > MOST_DETAILS ? t("Choose at most {MOST_DETAILS}", { MOST_DETAILS }) : undefined}
      />
      {chosen.map((name) => (
        <Field
          key={name}
          label={t("{name} in Spanish", { name })}
          hint={t("As written in the Spanish fields of your products. Empty shows it in English.")}
          value={spanish[name] ?? ""}
          onChange={({ target }) => setSpanish({ ...spanish, [name]: target.value })}
          maxLength={100}
        />
      ))}
      <Button type="submit" busy={busy} disabled={chosen.length > MOST_DETAILS} className="self-start">
        {t("Save")}
      </Button>
    </form>
  );
}
