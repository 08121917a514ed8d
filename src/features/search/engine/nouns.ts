import { keysOf } from "./words.ts";

/** Cuts, parts and packs. The word before one of them says what the thing is: "Garlic bulbs", "Chocolate milk cartons". */
const FORMS = new Set(
  keysOf(
    `bag bar block breast bulb bunch carton chop chunk clove crown cube drumstick fillet floret half halves head heart leaf leaves leg loin
    meat piece pod portion quarter rib root segment slice spear sprig stalk steak stem stick strip tenderloin thigh wedge wing`,
  ),
);

/** Whether a word is a cut, part or pack. */
export const isForm = (key: string) => FORMS.has(key);

/** "Peanuts roasted in the shell", but not "seed" or "red". */
const PARTICIPLE = /..[^e]ed$/;

/** Finds the word that says what a thing is: the last one that is not a cut, part, pack or participle. */
export function nounPlace(keys: readonly string[]): number {
  const place = keys.findLastIndex((key) => !FORMS.has(key) && !PARTICIPLE.test(key));
  return place < 0 ? keys.length - 1 : place;
}

/** What the name of a shelf lists: "Birds, Fish & Small Pets" has three parts. */
export interface ShelfPart {
  keys: readonly string[];
  noun: string;
}

/** Cached, because many products share a shelf. */
const remembered = new Map<string, readonly ShelfPart[]>();
const MAX_REMEMBERED = 2000;

/** The parts of a shelf's name. */
export function shelfParts(name: string): readonly ShelfPart[] {
  const known = remembered.get(name);
  if (known) return known;
  const parts = name
    .split(/[&,]| and /i)
    .map(keysOf)
    .filter((keys) => keys.length > 0)
    .map((keys) => ({ keys, noun: keys[nounPlace(keys)]! }));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, parts);
  return parts;
}
