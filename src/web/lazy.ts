import { lazy as lazyOf } from "react";
import { untilLoaded } from "./until-loaded.ts";

/** React's `lazy` has the page replaced by an error if the code can't be loaded. On a bad line, the page stays, and it is asked for again. */
export const lazy: typeof lazyOf = (load) => lazyOf(() => untilLoaded(load));
