import { darker, ellipse, lighter, lit, type Order, type Pack, plain, rect, stroke } from "./pack.ts";

const arranged = (count: number) =>
  count >= 4
    ? [
        { x: -150, y: -420, width: 250, turn: -6 },
        { x: 140, y: -430, width: 250, turn: 8 },
        { x: -150, y: -236, width: 262, turn: 5 },
        { x: 150, y: -240, width: 262, turn: -7 },
      ]
    : count >= 2
      ? [
          { x: -130, y: -350, width: 350, turn: -5 },
          { x: 130, y: -300, width: 350, turn: 6 },
        ]
      : [{ x: 0, y: -344, width: 520 }];

/** A tray under film, with a sticker: meat, fish, cut fruit. Seen from above. */
export function tray({ body, accent, label, count }: Order): Pack {
  return {
    art:
      lit(rect(-360, -590, 720, 590, 60), body, "flat") +
      plain(rect(-322, -552, 644, 514, 40), darker(body, 0.16)) +
      plain(rect(-308, -534, 616, 490, 34), lighter(body, 0.12)),
    over:
      lit(rect(-322, -552, 644, 514, 40), "#fff", "film", 0.03) +
      lit(rect(-330, -216, 660, 190, 18), label, "flat") +
      plain(rect(-330, -216, 16, 190, 8), accent),
    width: 720,
    height: 590,
    label: { x: -300, y: -204, width: 610, height: 166 },
    ground: "label",
    pieces: arranged(count).map((piece) => ({ ...piece, y: piece.y - 40 })),
    covered: true,
  };
}

/** Sealed tight around a piece: cheese, smoked fish, bacon. */
export function vacuum({ body, accent, label }: Order): Pack {
  const sheet = rect(-300, -660, 600, 660, 20);
  return {
    art:
      lit(sheet, body, "flat") +
      stroke(rect(-284, -644, 568, 628, 14), "#fff", 4, 0.5) +
      plain(rect(-256, -420, 512, 386, 40), lighter(body, 0.35), 0.5),
    over:
      lit(rect(-256, -420, 512, 386, 40), "#fff", "film", 0.02) +
      lit(rect(-300, -660, 600, 230, 20, 0), label, "flat") +
      plain(rect(-300, -442, 600, 14), accent),
    width: 600,
    height: 660,
    label: { x: -276, y: -646, width: 552, height: 190 },
    ground: "label",
    pieces: [{ x: 0, y: -226, width: 440 }],
    covered: true,
  };
}

/** A punnet: berries, mushrooms, cut herbs, heaped above its rim. */
export function punnet({ body, accent, label }: Order): Pack {
  const pieces = [
    { x: -170, y: -430, width: 200, turn: -12 },
    { x: 0, y: -470, width: 210, turn: 6 },
    { x: 170, y: -430, width: 200, turn: 14 },
    { x: -240, y: -340, width: 210, turn: 8 },
    { x: -90, y: -350, width: 220, turn: -8 },
    { x: 80, y: -350, width: 220, turn: 10 },
    { x: 236, y: -340, width: 210, turn: -6 },
  ];
  const basket = "M-350-320H350L312-30Q306 0 276 0H-276Q-306 0-312-30Z";
  return {
    art: plain(ellipse(0, -322, 340, 60), darker(body, 0.4)),
    over:
      lit(basket, body, "down") +
      lit(rect(-366, -346, 732, 44, 22), darker(body, 0.08), "down") +
      lit(rect(-270, -276, 540, 240, 20), label, "flat") +
      plain(rect(-270, -276, 540, 16, 16, 0), accent),
    width: 732,
    height: 560,
    label: { x: -250, y: -254, width: 500, height: 210 },
    ground: "label",
    pieces,
    covered: true,
  };
}

/** A clear bakery box with a paper band. */
export function clamshell({ accent, label, count }: Order): Pack {
  const lid = "M-330-500Q-320-540-280-540H280Q320-540 330-500L352-250H-352Z";
  return {
    art: plain(lid, "#fff", 0.5) + plain(rect(-352, -250, 704, 250, 0, 40), "#fff", 0.45),
    over:
      lit(lid, "#fff", "film", 0.05) +
      stroke(lid, "#fff", 6, 0.8) +
      lit(rect(-366, -262, 732, 34, 17), "#f4f6f6", "down") +
      lit(rect(-330, -228, 660, 212, 20), label, "flat") +
      plain(rect(-330, -228, 660, 16, 16, 0), accent),
    width: 732,
    height: 540,
    label: { x: -300, y: -208, width: 600, height: 184 },
    ground: "label",
    pieces:
      count >= 3
        ? [
            { x: -200, y: -370, width: 220 },
            { x: 0, y: -390, width: 226 },
            { x: 200, y: -370, width: 220 },
          ]
        : [
            { x: -130, y: -380, width: 260 },
            { x: 130, y: -380, width: 260 },
          ],
    covered: true,
  };
}

/** Several things held by a paper band: herbs, asparagus, carrots. */
export function bunch({ label, accent }: Order): Pack {
  return {
    art: "",
    over: lit(rect(-210, -250, 420, 230, 22), label, "down") + plain(rect(-210, -250, 420, 16, 16, 0), accent),
    width: 560,
    height: 720,
    label: { x: -190, y: -230, width: 380, height: 200 },
    ground: "label",
    pieces: [
      { x: -120, y: -440, width: 400, turn: -26 },
      { x: 130, y: -440, width: 400, turn: 24 },
      { x: 0, y: -460, width: 440, turn: 0 },
    ],
    covered: true,
  };
}

/** Loose pieces in a crate, with a price card for the name. */
export function crate({ accent, label }: Order): Pack {
  const wood = "#d9b587";
  const plank = (y: number) =>
    lit(rect(-370, y, 740, 104, 8), wood, "down") +
    stroke(`M-340 ${y + 40}C-200 ${y + 32} 100 ${y + 60} 340 ${y + 44}`, darker(wood, 0.4), 3, 0.25);
  return {
    art: plain(rect(-350, -330, 700, 150, 10), darker(wood, 0.45)),
    over: plank(-230) + plank(-114) + lit(rect(-250, -246, 500, 206, 20), label, "flat") + plain(rect(-250, -246, 500, 14, 14, 0), accent),
    width: 740,
    height: 600,
    label: { x: -230, y: -226, width: 460, height: 180 },
    ground: "label",
    pieces: [
      { x: -190, y: -440, width: 270, turn: -8 },
      { x: 190, y: -440, width: 270, turn: 10 },
      { x: 0, y: -470, width: 280, turn: 2 },
      { x: -110, y: -330, width: 280, turn: 6 },
      { x: 120, y: -330, width: 280, turn: -8 },
    ],
    covered: true,
  };
}
