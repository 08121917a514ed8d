import { useRouteLoaderData } from "react-router";
import type { Face } from "#shared/face.ts";
import { PLAIN_FACE } from "./meta/page-meta.ts";

/** The shop's name, email and links. */
export function useFace(): Face {
  return useRouteLoaderData<Face>("root") ?? PLAIN_FACE;
}
