/** Shortens a name to fit on a pack: at most five words, without what follows a comma or a preposition. */
export function labelName(name: string): string {
  const [main = name, rest] = name.split(", ");
  const words = main.split(" ");
  const cut = words.findIndex((word, place) => place >= 1 && /^(?:with|for|in|without)$/.test(word));
  const short = cut > 0 && words.length > 3 ? words.slice(0, cut) : words;
  if (short.length <= 2 && rest && rest.split(" ").length <= 2) return `${short.join(" ")}, ${rest}`;
  const few = short.length > 5 ? short.slice(0, 4) : short;
  return few.join(" ").replace(/ (?:and|of|the|to|hair and|on the)$/, "");
}
