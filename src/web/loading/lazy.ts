import { lazy as lazyOf } from "react";
import { responds } from "../responds.ts";
import { untilLoaded } from "./until-loaded.ts";

/**
 * React's `lazy` has the page replaced by an error if the code can't be loaded. On a bad line, the page stays, and it is asked for again.
 * The error, which offers a reload, comes if the line is good: some browsers never ask again for code that failed once.
 */
export const lazy: typeof lazyOf = (load) => lazyOf(() => untilLoaded(load, responds));

/** For optional parts of a page: loading is retried, and a failure never replaces the page. */
export const lazyExtra: typeof lazyOf = (load) => lazyOf(() => untilLoaded(load));
