import { area, darker, lighter, lit, type Order, type Pack, plain, rect, stroke } from "./pack.ts";

const face = (y: number, width: number, height: number, { label, accent }: Order) =>
  plain(rect(-width / 2, y, width, height), label) +
  lit(rect(-width / 2, y, width, height), label, "round", 0) +
  plain(rect(-width / 2, y, width, 12), accent);

/** A bottle with a flip cap: shampoo, dish soap. */
export function flask(order: Order): Pack {
  const body = "M-110-560C-180-550-200-520-200-470V-50Q-200 0-150 0H150Q200 0 200-50V-470C200-520 180-550 110-560Z";
  return {
    art: lit(body, order.body, "round") + lit(rect(-116, -690, 232, 140, 30, 8), order.accent, "round") + face(-440, 400, 370, order),
    width: 400,
    height: 690,
    label: area(-420, 356, 336),
    ground: "label",
  };
}

/** A bottle with a pump: lotion, hand soap. */
export function pump(order: Order): Pack {
  const body = "M-90-470C-176-462-200-430-200-380V-50Q-200 0-150 0H150Q200 0 200-50V-380C200-430 176-462 90-470Z";
  return {
    art:
      lit(rect(-22, -640, 44, 110), lighter(order.accent, 0.3), "round") +
      lit("M-60-700H40Q130-700 150-640L116-632Q104-652 60-652H-60Q-84-652-84-676Q-84-700-60-700Z", order.accent, "down") +
      lit(rect(-96, -560, 192, 96, 16, 6), order.accent, "round") +
      lit(body, order.body, "round") +
      face(-370, 400, 310, order),
    width: 400,
    height: 700,
    label: area(-350, 356, 276),
    ground: "label",
  };
}

/** A bottle with a trigger: sprays. */
export function spray(order: Order): Pack {
  const body = "M-70-520C-120-430-190-420-190-330V-50Q-190 0-140 0H140Q190 0 190-50V-330C190-420 120-430 70-520Z";
  return {
    art:
      lit(
        "M-190-700H70Q130-700 130-640V-610H20L-20-590C-60-560-70-500-130-470L-150-486C-110-520-110-570-100-600H-190Q-206-600-206-618V-682Q-206-700-190-700Z",
        order.accent,
        "down",
      ) +
      lit(rect(-82, -600, 164, 90, 10), lighter(order.accent, 0.2), "round") +
      lit(body, order.body, "round") +
      face(-370, 380, 310, order),
    width: 400,
    height: 700,
    label: area(-350, 340, 276),
    ground: "label",
  };
}

/** A spray can: foams, sprays. */
export function aerosol(order: Order): Pack {
  return {
    art:
      lit(rect(-96, -740, 192, 130, 40, 8), order.accent, "round") +
      lit("M-176-560Q-170-620-110-624H110Q170-620 176-560Z", "#cfd3d4", "round") +
      lit(rect(-180, -566, 360, 566, 6, 24), order.body, "round") +
      face(-500, 360, 400, order),
    width: 360,
    height: 740,
    label: area(-476, 320, 360),
    ground: "label",
  };
}

/** A tube that stands on its cap: creams, toothpaste. */
export function tube(order: Order): Pack {
  const body = "M-200-720H200L170-110H-170Z";
  return {
    art:
      lit(body, order.body, "soft") +
      plain("M-200-720H200L198-670H-198Z", darker(order.body, 0.12)) +
      plain("M-188-470L-178-270C-60-230 60-310 178-270L188-470Z", order.accent, 0) +
      plain("M-178-250C-60-210 60-290 178-250L170-110H-170Z", order.accent) +
      lit(body, order.body, "soft", 0) +
      lit(rect(-150, -116, 300, 116, 8, 20), order.accent, "round"),
    width: 400,
    height: 720,
    label: area(-650, 340, 340),
    ground: "body",
    emblem: { x: -70, y: -270, width: 140, height: 140 },
  };
}

/** A large bottle with a handle: detergent, milk by the jug, car fluids. */
export function jug(order: Order): Pack {
  const { body, accent, label } = order;
  const shape =
    "M-110-640H-10C30-640 60-620 110-600C200-560 250-500 250-420V-50Q250 0 200 0H-190Q-240 0-240-50V-420C-240-520-150-540-130-600Z";
  return {
    art:
      `<path fill-rule="evenodd" fill="${body}" d="${shape}M60-520C110-510 180-470 186-400C188-380 160-376 150-392C130-430 90-450 60-460C30-470 30-526 60-520Z"/>` +
      `<path fill-rule="evenodd" fill="url(#soft)" d="${shape}M60-520C110-510 180-470 186-400C188-380 160-376 150-392C130-430 90-450 60-460C30-470 30-526 60-520Z"/>` +
      lit(rect(-136, -724, 152, 96, 18, 8), accent, "round") +
      lit(rect(-206, -360, 420, 310, 30), label, "flat") +
      plain(rect(-206, -360, 420, 16, 16, 0), accent),
    width: 490,
    height: 724,
    label: { x: -186, y: -340, width: 380, height: 276 },
    ground: "label",
  };
}

/** A soft pack of plastic film: wipes, diapers, paper rolls. */
export function softPack({ body, accent }: Order): Pack {
  const bag =
    "M-330-500C-340-540-300-560-250-552C-100-540 100-540 250-552C300-560 340-540 330-500C350-350 350-160 330-40C320 0 290 6 240 0H-240C-290 6-320 0-330-40C-350-160-350-350-330-500Z";
  return {
    art:
      lit(bag, body) +
      plain(
        "M60-544C130-546 190-548 250-552C300-560 340-540 330-500C350-350 350-160 330-40C320 0 290 6 240 0H30C100-160 110-380 60-544Z",
        accent,
      ) +
      lit(bag, body, "soft", 0) +
      stroke("M-250-520C-100-508 100-508 250-520", "#fff", 6, 0.4),
    width: 690,
    height: 556,
    label: { x: -310, y: -480, width: 362, height: 440 },
    ground: "body",
    emblem: { x: 96, y: -390, width: 216, height: 240 },
  };
}

/** A bar in paper with a band: soap. */
export function bar({ body, accent, label }: Order): Pack {
  return {
    art:
      lit("M290-420L350-460V-44L290 0Z", darker(body, 0.2), "down") +
      lit("M-330-420L-270-460H350L290-420Z", lighter(body, 0.3), "flat") +
      lit(rect(-330, -420, 620, 420, 6), body, "flat") +
      lit("M-150-420L-90-460H210L150-420Z", lighter(accent, 0.15), "flat") +
      lit(rect(-236, -420, 430, 420), label, "flat") +
      plain(rect(-236, -420, 12, 420), accent) +
      plain(rect(182, -420, 12, 420), accent),
    width: 680,
    height: 460,
    label: { x: -210, y: -400, width: 380, height: 380 },
    ground: "label",
  };
}
