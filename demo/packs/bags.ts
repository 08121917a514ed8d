import { area, darker, ellipse, lighter, lit, type Order, type Pack, plain, rect, stroke } from "./pack.ts";

/** A stand-up bag with a crimped seal: snacks, nuts, frozen food, coffee. */
export function pouch({ body, accent }: Order): Pack {
  const bag =
    "M-232-690H232C224-600 236-420 250-250C258-140 256-50 246-14C160 8-160 8-246-14C-256-50-258-140-250-250C-236-420-224-600-232-690Z";
  const seal = "M-236-706Q-236-712-230-712H230Q236-712 236-706L233-652H-233Z";
  const ribs = Array.from({ length: 5 }, (_, at) => stroke(`M-232 ${-702 + at * 11}H232`, darker(accent, 0.35), 2, 0.35)).join("");
  return {
    art:
      lit(bag, body) +
      lit(seal, accent) +
      ribs +
      plain("M-250-250C-120-262 120-262 250-250C258-140 256-50 246-14C160 8-160 8-246-14C-256-50-258-140-250-250Z", accent, 0.9) +
      plain("M-246-40C-140-62 140-62 246-40L246-14C160 8-160 8-246-14Z", "#000", 0.1) +
      lit("M-250-250C-120-262 120-262 250-250C258-140 256-50 246-14C160 8-160 8-246-14C-256-50-258-140-250-250Z", accent, "soft", 0) +
      stroke("M-205-600C-214-480-220-380-226-290", "#fff", 10, 0.22),
    width: 500,
    height: 712,
    label: area(-636, 412, 316),
    ground: "body",
    emblem: { x: -145, y: -306, width: 290, height: 290 },
  };
}

/** A tall sack, sewn shut: rice, flour, pet food by the kilo. */
export function sack({ body, accent }: Order): Pack {
  const bag =
    "M-240-720C-150-712 150-712 240-720C252-620 262-420 262-250C262-130 256-50 244-10C150 10-150 10-244-10C-256-50-262-130-262-250C-262-420-252-620-240-720Z";
  const stitches = stroke("M-236-676C-150-668 150-668 236-676", darker(body, 0.5), 5, 0.5).replace(
    "<path",
    '<path stroke-dasharray="16 12"',
  );
  return {
    art:
      lit(bag, body) +
      plain("M-240-720C-150-712 150-712 240-720L246-650C150-642-150-642-246-650Z", accent) +
      stitches +
      plain("M-261-200C-150-212 150-212 261-200C260-110 256-50 244-10C150 10-150 10-244-10C-256-50-260-110-261-200Z", accent) +
      lit(bag, body, "soft", 0),
    width: 524,
    height: 722,
    label: area(-630, 430, 330),
    ground: "body",
    emblem: { x: -140, y: -292, width: 280, height: 280 },
  };
}

/** A block of paper with a folded top: flour, sugar, salt, oats. */
export function paper({ body, accent }: Order): Pack {
  const front = "M-215-640H215L222 0H-222Z";
  const top = "M-215-640L-190-694H190L215-640Z";
  return {
    art:
      lit(top, darker(body, 0.1), "flat") +
      lit(front, body) +
      plain("M-218-190H218L222 0H-222Z", accent) +
      plain("M-215-640H215V-618H-215Z", accent) +
      lit(front, body, "soft", 0) +
      stroke("M-190-694H190", darker(body, 0.3), 4, 0.4),
    width: 444,
    height: 694,
    label: area(-606, 390, 316),
    ground: "body",
    emblem: { x: -136, y: -282, width: 272, height: 272 },
  };
}

/** A clear bag of bread or rolls, closed with a clip. */
export function breadBag({ body, accent, label, count }: Order): Pack {
  const bag =
    "M-300-330C-300-420-270-470-190-480C-130-486-70-500-46-548L-78-632C-40-650 40-650 78-632L46-548C70-500 130-486 190-480C270-470 300-420 300-330C306-220 306-110 292-24C200 2-200 2-292-24C-306-110-306-220-300-330Z";
  const pieces =
    count >= 3
      ? [
          { x: -140, y: -150, width: 260 },
          { x: 140, y: -150, width: 260 },
          { x: -136, y: -356, width: 262 },
          { x: 136, y: -356, width: 262 },
        ]
      : [{ x: 0, y: -286, width: 500 }];
  return {
    art: plain(bag, lighter(body, 0.72), 0.55),
    over:
      lit(bag, "#fff", "film", 0.1) +
      lit(rect(-52, -572, 104, 40, 12), accent, "round") +
      stroke("M-190-480C-130-486-70-500-46-548M190-480C130-486 70-500 46-548", "#fff", 6, 0.7) +
      lit(rect(-250, -252, 500, 220, 26), label, "flat"),
    width: 600,
    height: 640,
    label: area(-240, 460, 196),
    ground: "label",
    pieces,
    covered: true,
  };
}

/** A net with a paper header: citrus, onions, potatoes. */
export function net({ accent, label, filling }: Order): Pack {
  const bag = "M-200-490C-280-440-316-300-306-180C-298-70-240-8-140-4H140C240-8 298-70 306-180C316-300 280-440 200-490Z";
  const across = Array.from({ length: 13 }, (_, at) =>
    stroke(`M${-420 + at * 70}-520L${-80 + at * 70} 20M${420 - at * 70}-520L${80 - at * 70} 20`, darker(filling, 0.35), 4, 0.5),
  );
  const pieces = [
    { x: -150, y: -380, width: 230, turn: -14 },
    { x: 140, y: -390, width: 230, turn: 10 },
    { x: 0, y: -300, width: 240, turn: 4 },
    { x: -180, y: -190, width: 240, turn: 12 },
    { x: 180, y: -200, width: 236, turn: -8 },
    { x: -90, y: -116, width: 236, turn: -6 },
    { x: 100, y: -112, width: 236, turn: 9 },
  ];
  return {
    art: plain(bag, darker(filling, 0.25), 0.3),
    over:
      `<clipPath id="net"><path d="${bag}"/></clipPath><g clip-path="url(#net)">${across.join("")}</g>` +
      lit(bag, "#fff", "soft", 0) +
      plain(ellipse(0, -494, 200, 26), darker(accent, 0.2)) +
      lit(rect(-212, -724, 424, 246, 14, 20), label, "flat") +
      plain(rect(-212, -724, 424, 26, 14, 0), accent),
    width: 612,
    height: 724,
    label: area(-690, 384, 204),
    ground: "label",
    pieces,
    covered: true,
  };
}

/** A small pouch with a spout or a tear-off top: baby food, pet food, spices. */
export function sachet(order: Order): Pack {
  const { accent } = order;
  const { art, ...rest } = packet(order);
  const spout = lit(rect(-44, -668, 88, 70, 14), accent, "round") + lit(rect(-28, -604, 56, 48), lighter(accent, 0.4), "round");
  return { ...rest, art: spout + art, height: 668 };
}

/** A small flat packet: spices, sauces, herbs. */
export function packet({ body, accent }: Order): Pack {
  const bag =
    "M-190-560H190C186-480 196-300 206-170C212-90 208-30 200-8C120 8-120 8-200-8C-208-30-212-90-206-170C-196-300-186-480-190-560Z";
  return {
    art:
      lit(bag, body) +
      stroke("M-188-532H188", "#fff", 5, 0.4) +
      plain("M-206-170C-100-182 100-182 206-170C212-90 208-30 200-8C120 8-120 8-200-8C-208-30-212-90-206-170Z", accent) +
      lit(bag, body, "soft", 0),
    width: 412,
    height: 560,
    label: area(-518, 340, 270),
    ground: "body",
    emblem: { x: -115, y: -240, width: 230, height: 230 },
  };
}
/** The jagged end of a wrapper. */
const zig = (x: number, out: number) => `M${x}-430${Array.from({ length: 10 }, (_, at) => `l${at % 2 ? -out : out} 41`).join("")}V-20Z`;

/** Flow-wrapped: chocolate bars, biscuits, butter, slices. */
export function wrapper({ body, accent }: Order): Pack {
  const bag = "M-330-430C-200-446 200-446 330-430V-20C200-6-200-6-330-20Z";
  return {
    art:
      lit(rect(-366, -430, 44, 410), darker(body, 0.12), "down") +
      lit(rect(322, -430, 44, 410), darker(body, 0.12), "down") +
      plain(zig(-366, -14), darker(body, 0.12)) +
      plain(zig(366, 14), darker(body, 0.12)) +
      lit(bag, body, "down") +
      plain("M60-440C190-438 270-434 330-430V-20C270-14 190-10 60-8C110-140 110-310 60-440Z", accent) +
      lit(bag, body, "down", 0),
    width: 760,
    height: 446,
    label: { x: -316, y: -404, width: 372, height: 360 },
    ground: "body",
    emblem: { x: 84, y: -346, width: 240, height: 240 },
  };
}
