import { area, darker, ellipse, lighter, lit, type Order, type Pack, plain, rect, stroke } from "./pack.ts";

const shine = (x: number, from: number, to: number) => stroke(`M${x} ${from}V${to}`, "#fff", 14, 0.4);

/** A jar with a lid and visible contents: honey, jam, pickles. */
export function jar({ accent, label, filling }: Order): Pack {
  const glass = "M-190-560C-236-540-250-510-250-460V-60Q-250 0-190 0H190Q250 0 250-60V-460C250-510 236-540 190-560Z";
  const inside = "M-196-530C-232-514-242-488-242-450V-58Q-242-8-188-8H188Q242-8 242-58V-450C242-488 232-514 196-530Z";
  return {
    art:
      plain(glass, "#fff", 0.55) +
      lit(inside, filling, "round") +
      lit(rect(-206, -650, 412, 96, 20, 10), accent, "round") +
      stroke("M-204-596H204", darker(accent, 0.4), 4, 0.3) +
      plain(rect(-250, -404, 500, 320), label) +
      lit(rect(-250, -404, 500, 320), label, "round", 0) +
      plain(rect(-250, -404, 500, 14), accent) +
      plain(rect(-250, -98, 500, 14), accent),
    over: shine(-214, -490, -40),
    width: 500,
    height: 650,
    label: area(-384, 420, 280),
    ground: "label",
  };
}

/** A small spice jar with a tall lid. */
export function shaker({ accent, label, filling }: Order): Pack {
  const glass = rect(-180, -540, 360, 540, 40, 36);
  return {
    art:
      lit(glass, filling, "round") +
      lit(rect(-172, -690, 344, 160, 26, 6), accent, "round") +
      Array.from({ length: 9 }, (_, at) => stroke(`M${-144 + at * 36}-660V-556`, darker(accent, 0.4), 4, 0.25)).join("") +
      plain(rect(-180, -470, 360, 350), label) +
      lit(rect(-180, -470, 360, 350), label, "round", 0),
    over: shine(-152, -500, -40),
    width: 360,
    height: 690,
    label: area(-456, 316, 322),
    ground: "label",
  };
}

/** A glass bottle with shoulders: oil, vinegar, syrup, sauces. */
export function bottle({ accent, label, filling }: Order): Pack {
  const glass = "M-60-640V-570C-64-510-210-500-212-410V-46Q-212 0-166 0H166Q212 0 212-46V-410C210-500 64-510 60-570V-640Z";
  return {
    art:
      lit(glass, filling, "round") +
      lit(rect(-70, -744, 140, 116, 14, 8), accent, "round") +
      plain(rect(-212, -400, 424, 346), label) +
      lit(rect(-212, -400, 424, 346), label, "round", 0) +
      plain(rect(-212, -400, 424, 12), accent) +
      plain(rect(-212, -66, 424, 12), accent),
    over: stroke("M-32-612V-566C-40-506-176-490-178-398", "#fff", 12, 0.4) + shine(-178, -398, -30),
    width: 424,
    height: 744,
    label: area(-382, 384, 312),
    ground: "label",
  };
}

/** A clear plastic bottle with a waist: water, juices, soda. */
export function drink({ accent, label, filling }: Order): Pack {
  const body = "M-58-660C-60-580-190-560-192-470V-44Q-192 0-150 0H150Q192 0 192-44V-470C190-560 60-580 58-660Z";
  return {
    art:
      lit(body, filling, "round", 0.92) +
      lit(rect(-66, -730, 132, 78, 14, 6), accent, "round") +
      Array.from({ length: 3 }, (_, at) =>
        stroke(`M-190 ${-98 + at * 26}C-100 ${-88 + at * 26} 100 ${-88 + at * 26} 190 ${-98 + at * 26}`, "#000", 4, 0.09),
      ).join("") +
      plain(rect(-192, -470, 384, 350), label) +
      lit(rect(-192, -470, 384, 350), label, "round", 0) +
      plain(rect(-192, -470, 384, 14), accent),
    over: stroke("M-34-630C-40-570-160-550-162-470", "#fff", 12, 0.5) + shine(-162, -470, -40),
    width: 384,
    height: 730,
    label: area(-448, 344, 312),
    ground: "label",
  };
}

/** A tub with a lid: yogurt, spreads, ice cream. */
export function tub({ body, accent, label }: Order): Pack {
  const cup = "M-270-420H270L226-30Q222 0 190 0H-190Q-222 0-226-30Z";
  return {
    art:
      lit(cup, body, "round") +
      lit(rect(-290, -490, 580, 84, 26, 14), accent, "round") +
      plain(ellipse(0, -484, 262, 12), lighter(accent, 0.35), 0.6) +
      plain("M-264-366H264L232-84H-232Z", label) +
      lit("M-264-366H264L232-84H-232Z", label, "round", 0),
    width: 580,
    height: 500,
    label: area(-352, 440, 256),
    ground: "label",
  };
}

/** Several small pots with foil lids, in a sleeve. */
export function pots({ body, accent, filling }: Order): Pack {
  const pot = (x: number) =>
    lit(`M${x - 150}-560H${x + 150}L${x + 124}-300H${x - 124}Z`, filling, "round") +
    lit(`M${x - 160}-582Q${x}-604 ${x + 160}-582L${x + 152}-552H${x - 152}Z`, lighter(accent, 0.5), "flat");
  return {
    art:
      pot(-160) +
      pot(160) +
      lit(rect(-330, -452, 660, 452, 18), body, "flat") +
      plain(rect(-330, -452, 660, 24, 18, 0), accent) +
      plain(rect(-330, -40, 660, 40, 0, 18), accent),
    width: 660,
    height: 600,
    label: { x: -306, y: -412, width: 390, height: 356 },
    ground: "body",
    emblem: { x: 100, y: -340, width: 206, height: 216 },
  };
}

/** A low cream jar with a wide lid. */
export function cream({ accent, label, filling }: Order): Pack {
  return {
    art:
      lit(rect(-250, -380, 500, 380, 30, 60), filling, "round") +
      lit(rect(-262, -540, 524, 170, 30, 12), accent, "round") +
      plain(rect(-250, -336, 500, 270), label) +
      lit(rect(-250, -336, 500, 270), label, "round", 0),
    width: 524,
    height: 540,
    label: area(-322, 420, 242),
    ground: "label",
  };
}

/** A small bottle with a dropper or a brush in its tall cap: essential oils, nail polish. */
export function dropper({ accent, label, filling }: Order): Pack {
  const glass = "M-70-430C-150-420-190-390-190-330V-40Q-190 0-150 0H150Q190 0 190-40V-330C190-390 150-420 70-430Z";
  return {
    art:
      lit(rect(-62, -680, 124, 190, 50, 4), darker(accent, 0.2), "round") +
      lit(rect(-84, -500, 168, 78, 10), accent, "round") +
      lit(glass, filling, "round") +
      plain(rect(-190, -318, 380, 260), label) +
      lit(rect(-190, -318, 380, 260), label, "round", 0),
    over: shine(-160, -340, -30),
    width: 380,
    height: 680,
    label: area(-306, 340, 236),
    ground: "label",
  };
}
