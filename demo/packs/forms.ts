import { breadBag, net, packet, paper, pouch, sachet, sack, wrapper } from "./bags.ts";
import { box, can, canister, card, carton, eggBox, flatTin, sleeve, tin, wideBox } from "./boxes.ts";
import { aerosol, bar, flask, jug, pump, softPack, spray, tube } from "./care.ts";
import { bottle, cream, drink, dropper, jar, pots, shaker, tub } from "./glass.ts";
import type { Order, Pack } from "./pack.ts";
import { bunch, clamshell, crate, punnet, tray, vacuum } from "./trays.ts";

/** Every way the demo's products are packed. */
export const FORMS = {
  breadBag,
  net,
  packet,
  paper,
  pouch,
  sachet,
  sack,
  wrapper,
  box,
  can,
  canister,
  card,
  carton,
  eggBox,
  flatTin,
  sleeve,
  tin,
  wideBox,
  aerosol,
  bar,
  flask,
  jug,
  pump,
  softPack,
  spray,
  tube,
  bottle,
  cream,
  drink,
  dropper,
  jar,
  pots,
  shaker,
  tub,
  bunch,
  clamshell,
  crate,
  punnet,
  tray,
  vacuum,
} satisfies Record<string, (order: Order) => Pack>;

export type Form = keyof typeof FORMS;
