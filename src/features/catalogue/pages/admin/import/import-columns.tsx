import { useState } from "react";
import { ArrowRight } from "lucide-react";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Field as NumberField, selectLook } from "#ui/field.tsx";
import { call, messageOf } from "#web/call.ts";
import { checkImport, FIELDS, NEEDED, type Field, type Mapping, type ProductImport } from "../../../import/contract.ts";
import { checkMapping } from "../../../import/rules.ts";
import { readStock } from "../../../rules.ts";
import { FIELD_WORDS, counted } from "./import-words.ts";
import { importIsNow } from "./use-import.ts";

interface ImportColumnsProps {
  one: ProductImport;
  onChecking: () => void;
}

/** Step 2: confirms or corrects the guessed columns. */
export function ImportColumns({ one, onChecking }: ImportColumnsProps) {
  const [mapping, setMapping] = useState<Mapping>(one.mapping);
  const [stock, setStock] = useState(String(one.defaultStock));
  const [busy, setBusy] = useState(false);
  const judged = checkMapping(mapping);
  const pieces = readStock(stock.trim());
  const missing = NEEDED.filter((field) => !mapping.includes(field));
  const taken = mapping.filter((field) => field !== null).length;

  const choose = (place: number, field: Field | null) =>
    setMapping(mapping.map((was, at) => (at === place ? field : was === field ? null : was)));
  const check = async () => {
    if (!pieces.ok) return;
    setBusy(true);
    try {
      const { data } = await call(checkImport, { mapping, defaultStock: pieces.value }, { params: { importId: one._id } });
      importIsNow(data);
      onChecking();
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <>
      {one.problem && (
        <p role="alert" className="mb-4 rounded-control bg-tomato-tint px-4 py-3 text-tomato">
          {one.problem}
        </p>
      )}
      <p className="mb-4 text-ink-2">
        <b className="font-semibold break-words text-ink">{one.fileName}</b> has {counted(one.rows, "row")}. We recognized {taken} of{" "}
        {counted(one.columns.length, "column")}. Correct what is wrong.
      </p>
      <ul className="panel divide-y divide-line">
        {one.columns.map((column, place) => (
          <li
            key={place}
            className="grid items-center gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <div className="min-w-0">
              <p className="font-semibold break-words">{column.name || `Column ${place + 1}`}</p>
              <p className="truncate text-sm text-ink-2">{column.samples.join(" · ") || "Empty in the first rows"}</p>
            </div>
            <ArrowRight aria-hidden className="hidden size-5 text-ink-3 md:block" />
            <select
              aria-label={`What column ${column.name || place + 1} holds`}
              value={mapping[place] ?? ""}
              onChange={({ target }) => choose(place, FIELDS.find((field) => field === target.value) ?? null)}
              className={classNames(selectLook, "min-h-11!", !mapping[place] && "text-ink-2")}
            >
              <option value="">Do not import</option>
              {FIELDS.map((field) => (
                <option key={field} value={field}>
                  {FIELD_WORDS[field].name}
                </option>
              ))}
            </select>
            <p className="text-sm text-ink-2">{mapping[place] && FIELD_WORDS[mapping[place]].hint}</p>
          </li>
        ))}
      </ul>
      <div className="mt-5 grid items-start gap-5 md:grid-cols-2">
        <NumberField
          label="Pieces of a new product whose stock is empty"
          inputMode="numeric"
          value={stock}
          onChange={({ target }) => setStock(target.value)}
          error={pieces.ok ? undefined : `It ${pieces.reason}`}
          hint="Known products keep what they have where a cell of stock or pictures is empty."
        />
        <div className="text-sm text-ink-2 md:pt-7">
          {missing.length > 0 && judged.ok && (
            <p className="rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
              Without {missing.map((field) => FIELD_WORDS[field].name.toLowerCase()).join(", ")} only products that the shop knows can be
              changed; new ones are refused.
            </p>
          )}
          {!judged.ok && (
            <p role="alert" className="rounded-control bg-tomato-tint px-4 py-3 text-tomato">
              One column must hold the SKU or the id: it tells which product a row is about.
            </p>
          )}
        </div>
      </div>
      <div className="mt-6 flex justify-end">
        <Button busy={busy} disabled={!judged.ok || !pieces.ok || one.rows === 0} onClick={() => void check()} className="max-sm:w-full">
          Check {counted(one.rows, "row")}
        </Button>
      </div>
    </>
  );
}
