import { useRouteLoaderData } from "react-router";
import type { Face } from "#features/shop/contract.ts";
import { PLAIN_FACE } from "./page-meta.ts";

/** The shop's name, e-mail and links. */
export function useFace(): Face {
  return useRouteLoaderData<Face>("root") ?? PLAIN_FACE;
}
