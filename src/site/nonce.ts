import { createContext } from "react";

/** Marks the inline scripts of a page while it is rendered on the server; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined);
