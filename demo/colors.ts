/** Colors as numbers: red, green and blue, 0 to 255. */
type Rgb = [number, number, number];

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb; // three numbers
const hexOf = (rgb: readonly number[]) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** A color with `share` of another mixed in. */
export function mix(color: string, other: string, share: number): string {
  const [one, two] = [rgbOf(color), rgbOf(other)];
  return hexOf(one.map((value, at) => value + ((two[at] ?? 0) - value) * share));
}

/** 0 for black, 1 for white (WCAG's relative luminance). */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) =>
    value / 255 <= 0.04 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Darkens the color (or lightens it on a dark ground) until text in it is easy to read. */
export function inkOn(ground: string, color: string): string {
  const end = luminance(ground) > 0.25 ? "#20241f" : "#fffaf0";
  for (let share = 0.1; share < 1; share += 0.1) {
    const ink = mix(color, end, share);
    if (contrast(ink, ground) >= 5.5) return ink;
  }
  return end;
}
