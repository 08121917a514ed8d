/** The shades that an accent color becomes, in the light and the dark theme. */
export interface Shades {
  leaf: string;
  leaf2: string;
  tint: string;
  wash: string;
  /** Text on a fill in the color. */
  on: string;
}

/** The shop's own green, as the style sheet of its pages has it. */
export const GREEN: { light: Shades; dark: Shades } = {
  light: { leaf: "#14613a", leaf2: "#0e4a2b", tint: "#e3f0e4", wash: "#f6fbf6", on: "#ffffff" },
  dark: { leaf: "#7ccf9c", leaf2: "#8fdbac", tint: "#1d3427", wash: "#18271f", on: "#0b2a19" },
};

type Color = readonly [red: number, green: number, blue: number];

/** WCAG 2.2 AA for text. */
const READABLE = 4.5;
/** The backgrounds that text in the color stands on, besides its own tint. */
const LIGHT = ["#ffffff", "#fbf8f2", "#f3eee4"].map(toColor);
const DARK = ["#1c2420", "#141a16", "#101512"].map(toColor);
const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
/** Steps between a color and black or white. */
const STEPS = 50;

/** An accent color `#rrggbb` in shades that are readable in both themes: darkened for the light one, lightened for the dark one. */
export function shadesOf(accent: string): { light: Shades; dark: Shades } {
  const color = toColor(accent);
  const light = readable(color, BLACK, (shade) => [...LIGHT, mix(shade, WHITE, 0.88)]);
  const dark = readable(color, WHITE, (shade) => [...DARK, mix(shade, DARK[0]!, 0.84)]);
  return {
    light: {
      leaf: toHex(light),
      leaf2: toHex(mix(light, BLACK, 0.25)),
      tint: toHex(mix(light, WHITE, 0.88)),
      wash: toHex(mix(light, WHITE, 0.96)),
      on: "#ffffff",
    },
    dark: {
      leaf: toHex(dark),
      leaf2: toHex(mix(dark, WHITE, 0.15)),
      tint: toHex(mix(dark, DARK[0]!, 0.84)),
      wash: toHex(mix(dark, DARK[0]!, 0.93)),
      on: toHex(mix(dark, BLACK, 0.88)),
    },
  };
}

/** The first shade on the way to `end` that is readable on all its backgrounds. */
function readable(color: Color, end: Color, backgroundsOf: (shade: Color) => readonly Color[]): Color {
  for (let step = 0; step < STEPS; step++) {
    const shade = rounded(mix(color, end, step / STEPS));
    if (backgroundsOf(shade).every((background) => contrast(shade, rounded(background)) >= READABLE)) return shade;
  }
  return end;
}

/** Style rules that replace the shop's own green. */
export function accentRules(accent: string): string {
  const { light, dark } = shadesOf(accent);
  const both = (name: string, shade: keyof Shades, other = shade) => `--${name}:light-dark(${light[shade]},${dark[other]})`;
  const rules = [
    both("leaf", "leaf"),
    both("leaf-2", "leaf2"),
    both("leaf-tint", "tint"),
    both("leaf-wash", "wash"),
    both("leaf-fill", "leaf", "leaf2"),
    both("leaf-fill-2", "leaf2", "leaf"),
    both("on-leaf", "on"),
    `--hero-1:${light.leaf}`,
    `--hero-2:${light.leaf}`,
    `--hero-3:${light.leaf2}`,
    "--hero-ink:#ffffff",
  ];
  return `:root:root{${rules.join(";")}}`;
}

/** The WCAG contrast of two colors `#rrggbb`. */
export const contrastOf = (a: string, b: string) => contrast(toColor(a), toColor(b));

function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]; // two were given
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // as many as the color has
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (color: Color, other: Color, share: number): Color => [
  color[0] + (other[0] - color[0]) * share,
  color[1] + (other[1] - color[1]) * share,
  color[2] + (other[2] - color[2]) * share,
];

const rounded = ([red, green, blue]: Color): Color => [Math.round(red), Math.round(green), Math.round(blue)];

function toColor(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const toHex = (color: Color) =>
  `#${rounded(color)
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
