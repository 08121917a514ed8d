import { mix } from "../colors.ts";

/** A rectangle on a pack, in thousandths of the picture's side: x from the pack's middle, y from the ground up (negative). */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a pack is colored: the body, and the label on it. */
export interface Paint {
  body: string;
  label: string;
  accent: string;
  /** The color of the contents where they are visible. */
  filling: string;
}

/** A drawn pack, standing at (0, 0). */
export interface Pack {
  art: string;
  /** What covers the label: glass, film. */
  over?: string;
  width: number;
  height: number;
  /** Where brand, name and weight go, and their background color. */
  label: Area;
  ground: "body" | "label";
  /** Where the icon is printed, if at all. */
  emblem?: Area;
  /** Real pieces in or before the pack: center, width, rotation. */
  pieces?: { x: number; y: number; width: number; turn?: number }[];
  /** Whether the pieces are below what is drawn in `over`. */
  covered?: boolean;
}

/** What a pack is drawn from. */
export interface Order extends Paint {
  /** Number of pieces; 1 if not stated. */
  count: number;
}

/** The light of all packs: from the upper left, as in one studio. */
export const LIGHT = `
  <linearGradient id="round"><stop offset="0" stop-opacity=".2"/><stop offset=".1" stop-opacity=".05"/>
    <stop offset=".24" stop-color="#fff" stop-opacity=".38"/><stop offset=".42" stop-color="#fff" stop-opacity=".04"/>
    <stop offset=".72" stop-opacity=".03"/><stop offset="1" stop-opacity=".24"/></linearGradient>
  <linearGradient id="soft"><stop offset="0" stop-opacity=".13"/><stop offset=".1" stop-color="#fff" stop-opacity=".18"/>
    <stop offset=".3" stop-color="#fff" stop-opacity=".12"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/>
    <stop offset="1" stop-opacity=".17"/></linearGradient>
  <linearGradient id="flat" x2=".7" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/>
    <stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".1"/></linearGradient>
  <linearGradient id="down" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/>
    <stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".16"/></linearGradient>
  <linearGradient id="film" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/>
    <stop offset=".32" stop-color="#fff" stop-opacity=".06"/><stop offset=".5" stop-color="#fff" stop-opacity=".2"/>
    <stop offset=".56" stop-color="#fff" stop-opacity=".02"/><stop offset="1" stop-color="#fff" stop-opacity=".14"/></linearGradient>`;

type Light = "round" | "soft" | "flat" | "down" | "film";

/** A shape in one color, with light on it. */
export const lit = (path: string, color: string, light: Light = "soft", opacity = 1): string =>
  `<path d="${path}" fill="${color}" fill-opacity="${opacity}"/><path d="${path}" fill="url(#${light})"/>`;

export const plain = (path: string, color: string, opacity = 1): string => `<path d="${path}" fill="${color}" fill-opacity="${opacity}"/>`;

export const stroke = (path: string, color: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The outline of a rectangle with rounded corners: `top` and `bottom` are radii. */
export function rect(x: number, y: number, width: number, height: number, top = 0, bottom = top): string {
  const [right, low] = [x + width, y + height];
  return `M${x} ${y + top}Q${x} ${y} ${x + top} ${y}H${right - top}Q${right} ${y} ${right} ${y + top}V${low - bottom}Q${right} ${low} ${right - bottom} ${low}H${x + bottom}Q${x} ${low} ${x} ${low - bottom}Z`;
}

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;

/** An area in the middle of a pack. */
export const area = (y: number, width: number, height: number): Area => ({ x: -width / 2, y, width, height });

export const darker = (color: string, share = 0.2): string => mix(color, "#1b1a18", share);
export const lighter = (color: string, share = 0.3): string => mix(color, "#ffffff", share);
