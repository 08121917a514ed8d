import type { InputOf } from "#shared/endpoint.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { readTypedAmount, readTypedPercent } from "#shared/typed-amount.ts";
import type { addCoupon, Coupon } from "../../contract.ts";

type Fields = InputOf<typeof addCoupon>;

/** A coupon as it is typed into the form. */
export interface EnteredFields {
  code: string;
  kind: Fields["kind"];
  value: string;
  minimum: string;
  /** `category` or `subCategory`, a space, and its id; empty for everything. */
  shelf: string;
  startsOn: string;
  endsOn: string;
  maxUses: string;
  maxUsesPerPerson: string;
  firstOrderOnly: boolean;
  active: boolean;
}

const text = (value: number | string | null | undefined) => (value === null || value === undefined ? "" : String(value));

/** What the form shows: a coupon, or a new one. */
export function toEntered(coupon: Coupon | undefined): EnteredFields {
  return {
    code: coupon?.code ?? "",
    kind: coupon?.kind ?? "percent",
    value: text(coupon?.value),
    minimum: text(coupon?.minimum ?? 0),
    shelf: coupon?.shelf ? `${coupon.shelf.kind} ${coupon.shelf._id}` : "",
    startsOn: text(coupon?.startsOn),
    endsOn: text(coupon?.endsOn),
    maxUses: text(coupon?.maxUses),
    maxUsesPerPerson: text(coupon?.maxUsesPerPerson),
    firstOrderOnly: coupon?.firstOrderOnly ?? false,
    active: coupon?.active ?? true,
  };
}

/**
 * Merges what was typed with what someone else saved in the meantime: each field gets the text that has changed.
 * @returns the fields, and those that both changed, with what the other one saved
 */
export function unite(typed: EnteredFields, was: Coupon, now: Coupon): { fields: EnteredFields; clashes: Partial<EnteredFields> } {
  const [before, theirs] = [toEntered(was), toEntered(now)];
  const names = Object.keys(before) as (keyof EnteredFields)[]; // as `toEntered` made them
  const isTyped = (name: keyof EnteredFields) => typed[name] !== before[name];
  const both = names.filter((name) => isTyped(name) && theirs[name] !== before[name] && theirs[name] !== typed[name]);
  const pick = (from: EnteredFields, some: readonly (keyof EnteredFields)[]) => Object.fromEntries(some.map((name) => [name, from[name]]));
  return { fields: { ...theirs, ...pick(typed, names.filter(isTyped)) }, clashes: pick(theirs, both) };
}

/** The fields that hold numbers. */
export const NUMBERS = ["value", "minimum", "maxUses", "maxUsesPerPerson"] as const;

/** What is sent. Whatever is not a number becomes NaN. */
export function toFields({ value, minimum, shelf, startsOn, endsOn, maxUses, maxUsesPerPerson, ...same }: EnteredFields): Fields {
  const [kind, _id = ""] = shelf.split(" ");
  return {
    ...same,
    value: same.kind === "percent" ? toPercent(readTypedPercent(value)) : dollarsOf(value),
    minimum: minimum.trim() === "" ? 0 : dollarsOf(minimum),
    shelf: kind === "category" || kind === "subCategory" ? { kind, _id } : null,
    startsOn: startsOn || null,
    endsOn: endsOn || null,
    maxUses: limitOf(maxUses),
    maxUsesPerPerson: limitOf(maxUsesPerPerson),
  };
}

const dollarsOf = (typed: string) => toDollars(readTypedAmount(typed));
const limitOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));
