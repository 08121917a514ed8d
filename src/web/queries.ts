import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call.ts";

/** What the shop answered about the signed-in person. Nothing is read while the server renders. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal stays a refusal; no answer, or a short break, is worth another try.
      retry: (tries, error) => tries < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
      // A call that nobody answers says so, rather than waiting for the network.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
