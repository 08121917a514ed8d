/** Products by their numbers, with their scores. */
export interface Scored {
  nos: number[];
  scores: number[];
}

export const NOTHING: Scored = { nos: [], scores: [] };

/** The best of these products, best first; among equals those with the lowest number. */
export function bestOf({ nos, scores }: Scored, most: number): Scored {
  const places = nos.length > most ? placesOfBest({ nos, scores }, most) : [...nos.keys()];
  places.sort((a, b) => scores[b]! - scores[a]! || nos[a]! - nos[b]!);
  return { nos: places.map((place) => nos[place]!), scores: places.map((place) => scores[place]!) };
}

/** Where the best ones are. Sorting numbers is many times faster than sorting by a function, and there may be thousands. */
function placesOfBest({ nos, scores }: Scored, most: number): number[] {
  const least = new Float64Array(scores).sort()[scores.length - most]!;
  const better: number[] = [];
  const equal: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    if (scores[place]! > least) better.push(place);
    else if (scores[place] === least) equal.push(place);
  }
  const missing = most - better.length;
  if (equal.length === missing) return [...better, ...equal];
  const last = Uint32Array.from(equal, (place) => nos[place]!).sort()[missing - 1]!;
  return [...better, ...equal.filter((place) => nos[place]! <= last)];
}

/** Of each product the highest score. */
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
