import { join } from "node:path";

/** Folder of the built web. */
export const BUILD = join(import.meta.dirname, "../../../build");

/** Its scripts, styles, fonts and pictures. */
export const ASSETS = join(BUILD, "client/assets");
