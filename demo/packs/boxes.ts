import { area, darker, ellipse, lighter, lit, type Order, type Pack, plain, rect, stroke } from "./pack.ts";

/** A gable-top carton: milk, cream, juice. */
export function carton({ body, accent }: Order): Pack {
  return {
    art:
      lit(rect(-190, -752, 380, 52, 6), lighter(body, 0.25), "down") +
      lit("M-210-560L-182-702H182L210-560Z", lighter(accent, 0.05), "flat") +
      plain("M-210-560L-182-702L-120-560Z", "#000", 0.08) +
      plain("M210-560L182-702L120-560Z", "#000", 0.12) +
      lit(ellipse(0, -624, 52, 30), "#fff", "down") +
      lit(ellipse(0, -638, 52, 30), lighter(accent, 0.7), "down") +
      lit(rect(-210, -560, 420, 560, 0, 10), body) +
      plain("M-210-190C-80-240 80-140 210-190V0H-210Z", accent) +
      lit(rect(-210, -560, 420, 560, 0, 10), body, "soft", 0),
    width: 420,
    height: 752,
    label: area(-546, 380, 290),
    ground: "body",
    emblem: { x: -120, y: -250, width: 240, height: 240 },
  };
}

/** A tall cardboard box: cereal, tea, tissues, tablets. */
export function box({ body, accent }: Order): Pack {
  const front = rect(-230, -640, 420, 640, 4);
  return {
    art:
      lit("M190-640L250-676V-36L190 0Z", darker(body, 0.22), "down") +
      lit("M-230-640L-170-676H250L190-640Z", lighter(body, 0.3), "flat") +
      lit(front, body, "flat") +
      plain("M-230-210H190V0H-230Z", accent) +
      plain("M190-210L250-246V-36L190 0Z", darker(accent, 0.25)) +
      lit(front, body, "flat", 0),
    width: 480,
    height: 676,
    label: { x: -210, y: -622, width: 380, height: 330 },
    ground: "body",
    emblem: { x: -156, y: -284, width: 272, height: 272 },
  };
}

/** A wide box: pizza, cakes, dumplings, chocolates, diapers. */
export function wideBox({ body, accent }: Order): Pack {
  const front = rect(-340, -480, 640, 480, 4);
  return {
    art:
      lit("M300-480L352-520V-40L300 0Z", darker(body, 0.22), "down") +
      lit("M-340-480L-288-520H352L300-480Z", lighter(body, 0.3), "flat") +
      lit(front, body, "flat") +
      plain("M60-480H300V0H20C80-150 90-320 60-480Z", accent) +
      lit(front, body, "flat", 0),
    width: 692,
    height: 520,
    label: { x: -322, y: -446, width: 350, height: 410 },
    ground: "body",
    emblem: { x: 36, y: -372, width: 264, height: 264 },
  };
}

/** A tin with a ring pull: vegetables, soup, pet food. */
export function tin({ body, accent }: Order): Pack {
  const side = "M-230-560V-30C-230 12 230 12 230-30V-560Z";
  return {
    art:
      lit("M-238-590V-548C-238-520 238-520 238-548V-590Z", "#cfd3d4", "round") +
      lit(ellipse(0, -592, 238, 34), "#e3e6e6", "flat") +
      stroke("M-190-594A190 22 0 0 1 190-594", "#9aa0a2", 4, 0.7) +
      lit("M-238-40V-24C-238 16 238 16 238-24V-40Z", "#bfc4c6", "round") +
      `<path d="M-230-548C-230-520 230-520 230-548V-46C230-16-230-16-230-46Z" fill="${body}"/>` +
      plain("M-230-196C-230-166 230-166 230-196V-46C230-16-230-16-230-46Z", accent) +
      plain("M-230-548C-230-520 230-520 230-548V-516C230-488-230-488-230-516Z", accent) +
      lit(side, body, "round", 0),
    width: 476,
    height: 626,
    label: area(-506, 400, 258),
    ground: "body",
    emblem: { x: -112, y: -240, width: 224, height: 224 },
  };
}

/** A flat tin of fish. */
export function flatTin({ body, accent }: Order): Pack {
  const top = rect(-350, -440, 700, 400, 110);
  return {
    art:
      lit(rect(-356, -410, 712, 410, 116), "#b9bec0", "round") +
      lit(rect(-356, -446, 712, 412, 116), "#dcdfe0", "flat") +
      lit(top, body, "flat") +
      plain("M70-440H240Q350-440 350-330V-150Q350-40 240-40H20C100-160 110-320 70-440Z", accent) +
      lit(top, body, "flat", 0) +
      stroke("M-262-440H240Q350-440 350-330", "#fff", 5, 0.5),
    width: 712,
    height: 446,
    label: { x: -318, y: -412, width: 372, height: 344 },
    ground: "body",
    emblem: { x: 78, y: -362, width: 244, height: 244 },
  };
}

/** A can of soda. */
export function can({ body, accent }: Order): Pack {
  const side = "M-176-630C-190-610-196-590-196-566V-50C-196-30-186-12-170 0H170C186-12 196-30 196-50V-566C196-590 190-610 176-630Z";
  return {
    art:
      lit("M-176-664H176L182-620H-182Z", "#cfd3d4", "round") +
      lit(ellipse(0, -664, 176, 22), "#e6e9e9", "flat") +
      `<path d="${side}" fill="${body}"/>` +
      plain("M-196-150C-80-210 80-90 196-150V-50C196-30 186-12 170 0H-170C-186-12-196-30-196-50Z", accent) +
      plain(rect(-196, -566, 392, 14), accent) +
      lit(side, body, "round", 0),
    width: 392,
    height: 686,
    label: area(-560, 344, 330),
    ground: "body",
    emblem: { x: -100, y: -228, width: 200, height: 200 },
  };
}

/** A tin with a reusable lid: formula, cocoa, loose tea. */
export function canister({ body, accent }: Order): Pack {
  return {
    art:
      `<path d="${rect(-230, -560, 460, 560, 4, 26)}" fill="${body}"/>` +
      plain(rect(-230, -196, 460, 196, 0, 26), accent) +
      lit(rect(-230, -560, 460, 560, 4, 26), body, "round", 0) +
      lit(rect(-242, -664, 484, 112, 26, 8), accent, "round") +
      stroke("M-240-574H240", darker(accent, 0.4), 4, 0.3),
    width: 484,
    height: 664,
    label: area(-534, 410, 290),
    ground: "body",
    emblem: { x: -118, y: -244, width: 236, height: 236 },
  };
}

/** A closed egg carton. */
export function eggBox({ body, accent, label, count }: Order): Pack {
  const cups = Math.min(6, Math.max(3, Math.ceil(count / 2)));
  const step = 640 / cups;
  const bumps = `q${step / 2} 70 ${step} 0`.repeat(cups);
  return {
    art:
      lit(`M-320-170${bumps}V-60Q320 0 280 0H-280Q-320 0-320-60Z`, darker(body, 0.14), "down") +
      lit(`M-320-170V-40Q-320 0-280 0H280Q320 0 320-40V-170Z`, darker(body, 0.1), "down") +
      Array.from({ length: cups - 1 }, (_, at) => stroke(`M${-320 + step * (at + 1)}-150V-14`, darker(body, 0.4), 6, 0.25)).join("") +
      lit("M-300-500H300Q318-500 322-480L344-190Q346-170 326-170H-326Q-346-170-344-190L-322-480Q-318-500-300-500Z", body, "flat") +
      lit(rect(-40, -196, 80, 62, 10), darker(body, 0.2), "down") +
      lit(rect(-270, -466, 540, 250, 22), label, "flat") +
      plain(rect(-270, -466, 540, 18, 18, 0), accent),
    width: 690,
    height: 500,
    label: { x: -250, y: -440, width: 340, height: 214 },
    ground: "label",
    emblem: { x: 104, y: -432, width: 150, height: 196 },
  };
}

/** A hanging card for small things. */
export function card({ body, accent }: Order): Pack {
  const sheet = rect(-260, -730, 520, 730, 30);
  return {
    art:
      `<path fill-rule="evenodd" fill="${body}" d="${sheet}${rect(-50, -704, 100, 34, 17)}"/>` +
      plain("M-260-420C-120-380 120-460 260-420V-30Q260 0 230 0H-230Q-260 0-260-30Z", lighter(accent, 0.74)) +
      lit(sheet, body, "flat", 0),
    width: 520,
    height: 730,
    label: area(-654, 460, 210),
    ground: "body",
    pieces: [{ x: 0, y: -218, width: 356 }],
  };
}

/** A paper label around something, or a sleeve below it; mostly the thing itself is visible. */
export function sleeve({ label, accent }: Order): Pack {
  return {
    art: "",
    over: lit(rect(-300, -206, 600, 206, 22), label, "flat") + plain(rect(-300, -206, 14, 206, 14), accent),
    width: 600,
    height: 700,
    label: area(-192, 540, 176),
    ground: "label",
    pieces: [{ x: 0, y: -440, width: 500 }],
    covered: true,
  };
}
