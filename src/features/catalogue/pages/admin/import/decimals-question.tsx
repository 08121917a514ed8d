import { useId } from "react";
import { classNames } from "#ui/class-names.ts";
import { selectLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { unclearExample } from "../../../import/columns/decimals.ts";
import type { FileColumn } from "../../../import/contract.ts";
import { otherSign } from "../../../import/row/numbers.ts";

interface DecimalsQuestionProps {
  column: FileColumn;
  decimals: FileColumn["decimals"];
  onChoose: (decimals: FileColumn["decimals"]) => void;
}

/** Asks what the three digits of prices such as `1.200` are. */
export function DecimalsQuestion({ column, decimals, onChoose }: DecimalsQuestionProps) {
  const id = useId();
  const { written, sign, whole, fraction } = unclearExample(column);
  return (
    <div className="mb-4 rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
      <label htmlFor={id} className="font-semibold">
        {t("How much is {written} in {column}?", { written, column: column.name })}
      </label>
      <select
        id={id}
        value={decimals ?? ""}
        onChange={({ target }) => onChoose(target.value === "," ? "," : ".")}
        className={classNames(selectLook, "mt-2 min-h-11!")}
      >
        <option value="" disabled>
          {t("Choose")}
        </option>
        <option value={otherSign(sign)}>{whole}</option>
        <option value={sign}>{fraction}</option>
      </select>
    </div>
  );
}
