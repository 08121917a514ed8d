import { useEffect, useRef } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call, CallError } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { currentSession, personalKey, usePersonal, useSession } from "#web/session/session.ts";
import { getImport, listImports, type Outcome, type ProductImport } from "../../../import/contract.ts";
import { listImportRows } from "../../../import/row/contract.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";

/** Polling interval in milliseconds. */
const LOOK_MS = 700;

const isUnderWay = (one: ProductImport | undefined) => one?.state === "checking" || one?.state === "applying" || one?.state === "undoing";
const keyOf = (id: string) => personalKey(currentSession().person, ["import", id]);

/** An import, polled while it is running. */
export function useImport(id: string) {
  const { status, person } = useSession();
  const query = useQuery({
    queryKey: personalKey(person, ["import", id]),
    queryFn: async ({ signal }) => (await call(getImport, undefined, { params: { importId: id }, signal })).data,
    enabled: status === "signed-in" && id !== "",
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_MS : false),
    refetchIntervalInBackground: true,
    retry: (tries, error) => tries < 5 && error instanceof CallError && (error.status === 0 || error.status >= 500),
  });
  const { data } = query;
  const was = useRef(data?.state);
  useEffect(() => {
    // Once the import is done, the catalogue queries are outdated.
    const isWritten = data?.state === "applied" || data?.state === "undone";
    if ((was.current === "applying" || was.current === "undoing") && isWritten) void readCatalogueAgain();
    was.current = data?.state;
  }, [data?.state]);
  return query;
}

/** Stores an import returned by another call. */
export function importIsNow(one: ProductImport): void {
  queries.setQueryData(keyOf(one._id), one);
}

/** Files uploaded in the last day, and those imported in the last 30. */
export const useImports = () => usePersonal(["imports"], async () => (await call(listImports, undefined)).data);

/** The checked rows with one outcome, page by page. */
export function useImportRows({ _id, checkId }: ProductImport, outcome: Outcome) {
  const { person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, ["import rows", _id, checkId, outcome]),
    queryFn: ({ pageParam, signal }) => call(listImportRows, { outcome, after: pageParam }, { params: { importId: _id }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
