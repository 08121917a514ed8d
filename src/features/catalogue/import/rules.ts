import { t } from "#words/t.ts";
import type { Result } from "../fields/rules.ts";
import type { Mapping } from "./contract.ts";

/** @param makesSkus rows without a number get one made from their name and unit */
export function checkMapping(mapping: Mapping, makesSkus: boolean): Result<Mapping> {
  const twice = mapping.find((name, place) => name !== null && mapping.indexOf(name) !== place);
  if (twice) return { ok: false, reason: t("takes {twice} from two columns", { twice }) };
  if (!mapping.includes("sku") && !mapping.includes("id") && !(makesSkus && mapping.includes("name")))
    return { ok: false, reason: t("needs a column with the sku or the id, which tells the products apart") };
  return { ok: true, value: mapping };
}
