import { QueryCache, QueryClient, type Query } from "@tanstack/react-query";
import { CallError } from "./call.ts";
import { logFailure } from "./log-failure.ts";

/** Whether a query holds the details of the signed-in user. */
const isUser = ({ queryKey }: Pick<Query, "queryKey">) => queryKey[0] === "person" && queryKey[2] === "user";

/** Caches API responses in the browser. Nothing is queried while the server renders. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      logFailure(queryKey.join(" "), error);
      // Someone who is no longer an admin finds out with the first refusal.
      if (error instanceof CallError && error.status === 403) void queries.invalidateQueries({ predicate: isUser });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is final; a missing response or a server error is worth another try.
      retry: (tries, error) => tries < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
      // Offline calls fail immediately instead of waiting for the network.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
