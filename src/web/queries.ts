import { QueryCache, QueryClient, type Query } from "@tanstack/react-query";
import { CallError } from "./call.ts";

/** Whether something read about a person is who they are. */
const isUser = ({ queryKey }: Pick<Query, "queryKey">) => queryKey[0] === "person" && queryKey[2] === "user";

/** What the shop answered about the signed-in person. Nothing is read while the server renders. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    // Who is no longer an admin sees it with the first refusal.
    onError: (error) => void (error instanceof CallError && error.status === 403 && queries.invalidateQueries({ predicate: isUser })),
  }),
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
