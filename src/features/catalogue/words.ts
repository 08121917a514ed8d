/** A product's name with what tells it from similar ones, for sentences: `Oat Drink (1 l)`. */
export const withKind = (name: string, kind: string | undefined): string => (kind ? `${name} (${kind})` : name);
