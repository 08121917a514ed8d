/** Products by their numbers, with their scores. */
export interface Scored {
  nos: number[];
  scores: number[];
}

export const NOTHING: Scored = { nos: [], scores: [] };

/** The best of these products, best first; among equals those with the lowest number. There may be thousands. */
export function bestOf({ nos, scores }: Scored, most: number): Scored {
  const bestFirst = (a: number, b: number) => scores[b]! - scores[a]! || nos[a]! - nos[b]!;
  let places: number[] = [];
  let last: number | undefined; // of the best so far
  for (let place = 0; place < nos.length; place++) {
    if (last !== undefined && bestFirst(last, place) < 0) continue;
    places.push(place);
    if (places.length < 2 * most) continue;
    places = places.sort(bestFirst).slice(0, most);
    last = places.at(-1);
  }
  places = places.sort(bestFirst).slice(0, most);
  return { nos: places.map((place) => nos[place]!), scores: places.map((place) => scores[place]!) };
}

/** Each product with its highest score. */
export function highest(lists: readonly Scored[]): Scored {
  const [only, ...others] = lists;
  if (only && others.every(({ nos }) => nos.length === 0)) return only;
  const scoreOf = new Map<number, number>();
  for (const { nos, scores } of lists) {
    for (const [place, no] of nos.entries()) {
      const score = scores[place]!;
      const known = scoreOf.get(no);
      if (known === undefined || known < score) scoreOf.set(no, score);
    }
  }
  return { nos: [...scoreOf.keys()], scores: [...scoreOf.values()] };
}
