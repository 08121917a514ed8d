import { useId } from "react";
import { classNames } from "#ui/class-names.ts";
import { selectLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import type { FileColumn } from "../../../import/contract.ts";

interface DecimalsQuestionProps {
  column: FileColumn;
  decimals: FileColumn["decimals"];
  onChoose: (decimals: FileColumn["decimals"]) => void;
}

/** Asks what the three digits of prices such as `1.200` are. */
export function DecimalsQuestion({ column: { name, samples }, decimals, onChoose }: DecimalsQuestionProps) {
  const id = useId();
  const written = /[1-9]\d{0,2}[.,]\d{3}/.exec(samples.join(" "))?.[0] ?? "1.200";
  const [whole = "", threes = ""] = written.split(/[.,]/);
  const sign = written.includes(",") ? "," : ".";
  const other = sign === "," ? "." : ",";
  return (
    <div className="mb-4 rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
      <label htmlFor={id} className="font-semibold">
        {t("How much is {written} in {column}?", { written, column: name })}
      </label>
      <select
        id={id}
        value={decimals === sign ? sign : other}
        onChange={({ target }) => onChoose(target.value === "," ? "," : ".")}
        className={classNames(selectLook, "mt-2 min-h-11!")}
      >
        <option value={other}>{whole + threes}</option>
        <option value={sign}>{`${whole}.${threes.slice(0, 2)}`}</option>
      </select>
    </div>
  );
}
