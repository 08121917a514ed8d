import { rich } from "#words/rich.ts";
import { useId, useState } from "react";
import { ArrowRight, ChevronDown } from "lucide-react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Field as NumberField, selectLook } from "#ui/field.tsx";
import { Failure } from "#ui/failure/failure.tsx";
import { call, messageOf } from "#web/call.ts";
import { plural, t } from "#words/t.ts";
import {
  checkImport,
  IMPORT_FIELDS,
  NEEDED,
  type Field,
  type FileColumn,
  type Mapping,
  type ProductImport,
} from "../../../import/contract.ts";
import { checkMapping } from "../../../import/rules.ts";
import { pricesReadAs, unclearPrices } from "../../../import/columns/decimals.ts";
import { DecimalsQuestion } from "./decimals-question.tsx";
import { readStock } from "../../../fields/rules.ts";
import { count, doubtInWords, fractionsInWords } from "../../../import/words.ts";
import { useSeesCosts } from "../product/use-sees-costs.ts";
import { FIELD_WORDS } from "./import-words.ts";
import { importIsNow } from "./use-import.ts";

interface ImportColumnsProps {
  one: ProductImport;
  onChecking: () => void;
}

/** Files with more columns than this show those that are not recognized on demand. */
const MANY = 15;

/** Step 2: confirms or corrects the guessed columns. */
export function ImportColumns({ one, onChecking }: ImportColumnsProps) {
  const [mapping, setMapping] = useState<Mapping>(one.mapping);
  const [stock, setStock] = useState(String(one.defaultStock));
  const [shelf, setShelf] = useState(one.shelf);
  const [makeSkus, setMakeSkus] = useState(one.makeSkus);
  const [decimals, setDecimals] = useState<FileColumn["decimals"]>();
  const [busy, setBusy] = useState(false);
  const id = useId();
  const judged = checkMapping(mapping, makeSkus);
  const pieces = readStock(stock.trim());
  const hasShelf = shelf.trim() !== "" || mapping.includes("category") || mapping.includes("category_paths");
  const missing = NEEDED.filter((field) => !mapping.includes(field) && !(hasShelf && (field === "category" || field === "sub_category")));
  const taken = mapping.filter((field) => field !== null).length;
  const unclear = unclearPrices(one.columns, mapping)[0];
  const said = decimals ?? (unclear !== undefined && one.columns[unclear]?.isSettled ? one.columns[unclear].decimals : undefined);
  const prices = unclear === undefined && pricesReadAs(one.columns, mapping);
  const doubts = [doubtInWords(one.columns, mapping), fractionsInWords(one.columns, mapping)].filter(Boolean);

  const places = one.columns.map((_, place) => place);
  const isOther = (place: number) => places.length > MANY && one.mapping[place] === null;
  const [shown, others] = [places.filter((place) => !isOther(place)), places.filter(isOther)];
  const row = (place: number) => (
    <ColumnRow
      key={place}
      column={one.columns[place]!}
      place={place}
      field={mapping[place] ?? null}
      onChoose={(field) => choose(place, field)}
    />
  );
  const choose = (place: number, field: Field | null) =>
    setMapping(mapping.map((was, at) => (at === place ? field : was === field ? null : was)));
  const check = async () => {
    if (!pieces.ok) return;
    setBusy(true);
    try {
      const how = { mapping, defaultStock: pieces.value, shelf: shelf.trim(), makeSkus, ...(decimals && { decimals }) };
      const { data } = await call(checkImport, how, { params: { importId: one._id } });
      importIsNow(data);
      onChecking();
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <>
      <Failure className="mb-4">{one.problem}</Failure>
      <p className="mb-4 text-ink-2">
        {rich("{fileName} has {rows}.", {
          fileName: <b className="font-semibold break-words text-ink">{one.fileName}</b>,
          rows: plural(one.rows, "{count} row", "{count} rows", { count: count(one.rows) }),
        })}{" "}
        {one.remembered
          ? t("Its columns are set as in your last import of a file like this. Check that they are still right.")
          : t("We recognized {taken} of {columns}. Correct what is wrong.", {
              taken,
              columns: plural(one.columns.length, "{count} column", "{count} columns", { count: count(one.columns.length) }),
            })}
        {prices && ` ${t("Prices are read as {prices}.", { prices })}`}
      </p>
      {unclear !== undefined && <DecimalsQuestion column={one.columns[unclear]!} decimals={said} onChoose={setDecimals} />}
      {doubts.map((doubt) => (
        <p key={doubt} className="mb-4 rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
          {doubt}
        </p>
      ))}
      <ul className="panel divide-y divide-line">{shown.map(row)}</ul>
      {others.length > 0 && (
        <details className="group mt-3">
          <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 font-semibold">
            {plural(others.length, "{count} more column that the shop may not need", "{count} more columns that the shop may not need", {
              count: count(others.length),
            })}
            <ChevronDown aria-hidden className="size-4.5 transition-transform duration-150 group-open:rotate-180" />
          </summary>
          <ul className="panel mt-1.5 divide-y divide-line">{others.map(row)}</ul>
        </details>
      )}
      <div className="mt-5 grid items-start gap-5 md:grid-cols-2">
        <NumberField
          label={t("Stock for new products without one")}
          inputMode="numeric"
          value={stock}
          onChange={({ target }) => setStock(target.value)}
          error={pieces.ok ? undefined : t("It {reason}", { reason: pieces.reason })}
          hint={t("Products already in the shop keep their stock, pictures and categories where the cell is empty.")}
        />
        <NumberField
          label={t("Category for new products without one (optional)")}
          value={shelf}
          maxLength={250}
          placeholder={t("Food > Dairy")}
          onChange={({ target }) => setShelf(target.value)}
          hint={t("A category and a sub category. If the file has them in a column, choose Category for that column instead.")}
        />
        <div className="flex min-h-11 items-start gap-3">
          <input
            id={id}
            type="checkbox"
            checked={makeSkus}
            onChange={({ target }) => setMakeSkus(target.checked)}
            aria-describedby={`${id}-hint`}
            className="mt-1 size-5 shrink-0 accent-leaf"
          />
          <div>
            <label htmlFor={id} className="font-semibold">
              {t("Make a number for rows without one")}
            </label>
            <p id={`${id}-hint`} className="text-sm text-ink-2">
              {t("It is made from name and unit, so your next import finds the product again as long as these stay the same.")}
            </p>
          </div>
        </div>
        <div className="text-sm text-ink-2">
          {missing.length > 0 && judged.ok && (
            <p className="rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
              {t("No column for {fields}: only products already in the shop can be changed. New ones are refused.", {
                fields: missing.map((field) => FIELD_WORDS[field].name.toLowerCase()).join(", "),
              })}
            </p>
          )}
          {!judged.ok && (
            <Failure>
              {t("Choose a column as SKU or Id, which tells the products apart, or let us make a number for each row from its name.")}
            </Failure>
          )}
        </div>
      </div>
      <div className="mt-6 flex justify-end">
        <Button
          busy={busy}
          disabled={!judged.ok || !pieces.ok || one.rows === 0 || (unclear !== undefined && !said)}
          onClick={() => void check()}
          className="max-sm:w-full"
        >
          {plural(one.rows, "Check {count} row", "Check {count} rows", { count: count(one.rows) })}
        </Button>
      </div>
    </>
  );
}

interface ColumnRowProps {
  column: FileColumn;
  place: number;
  field: Field | null;
  onChoose: (field: Field | null) => void;
}

/** What one column holds. */
function ColumnRow({ column: { name, samples, costs = false }, place, field, onChoose }: ColumnRowProps) {
  const seesCosts = useSeesCosts();
  const isHidden = costs && !seesCosts;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,16rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name || t("Column {number}", { number: place + 1 })}</p>
        <p className="truncate text-sm text-ink-2">{samples.join(" · ") || (!isHidden && t("Empty in the first rows"))}</p>
      </div>
      <ArrowRight aria-hidden className="hidden size-5 text-ink-3 md:block" />
      <select
        aria-label={t("What column {column} holds", { column: name || place + 1 })}
        value={field ?? ""}
        disabled={isHidden}
        onChange={({ target }) => onChoose(IMPORT_FIELDS.find((one) => one === target.value) ?? null)}
        className={classNames(selectLook, "min-h-11!", !field && "text-ink-2")}
      >
        <option value="">{t("Do not import")}</option>
        {IMPORT_FIELDS.filter((one) => seesCosts || one !== "cost_price").map((one) => (
          <option key={one} value={one}>
            {FIELD_WORDS[one].name}
          </option>
        ))}
      </select>
      <p className="text-sm text-ink-2">{isHidden ? t("Only admins import cost prices") : field && FIELD_WORDS[field].hint}</p>
    </li>
  );
}
