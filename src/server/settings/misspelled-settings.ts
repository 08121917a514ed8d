import { editDistance } from "#shared/edit-distance.ts";
import { SETTINGS } from "./environment.ts";

/** The most typos in a setting's name; case and underscores don't matter. Short names get none: other programs have similar ones. */
const mostTypos = (name: string) => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

const plain = (name: string) => name.toUpperCase().replaceAll("_", "");

/** Messages about variables that have almost the name of a setting. Other unknown ones belong to other programs. */
export function misspelledSettings(env: NodeJS.ProcessEnv): string[] {
  const missing = SETTINGS.filter((name) => env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (SETTINGS.includes(name)) return [];
    const meant = closest(name, missing);
    return meant === undefined ? [] : [`${name} is not a setting and changes nothing. Did you mean ${meant}?`];
  });
}

function closest(name: string, missing: readonly string[]): string | undefined {
  const rated = missing.map((meant) => ({ meant, typos: editDistance(plain(name), plain(meant)) }));
  const likely = rated.filter(({ meant, typos }) => typos <= mostTypos(plain(meant)));
  return likely.toSorted((one, other) => one.typos - other.typos)[0]?.meant;
}
