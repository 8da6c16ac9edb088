import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { rowsPerPage } from "@/session/rows-per-page";

/** A field before and after, in the language of the answer. */
export type Change = Schema<"OperationlogChange">;

/** One line of the operation log, in the language of the answer. */
export type Line = Schema<"OperationlogLine">;

/** What the list can be narrowed to; days are those of the factory. */
export const narrowings = [
  "q",
  "person",
  "entity",
  "action",
  "through",
  "import",
  "from",
  "to",
] as const;

export type Narrowing = Record<(typeof narrowings)[number], string> & {
  sort: "at" | "-at";
};

export const path = "upms/operation-log" as const;

/** The parameters of a call: what is empty is left out. */
export const paramsOf = (narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value));

export const linesQuery = (narrowing: Narrowing, language: string) =>
  infiniteQueryOptions({
    queryKey: ["operation-log", language, narrowing],
    queryFn: ({ pageParam, signal }) =>
      call("GET", path, {
        query: {
          ...paramsOf(narrowing),
          page: pageParam,
          size: rowsPerPage(),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      // Behind what was counted, a full page is followed by another.
      pages.length * rowsPerPage() < last.total ||
      (last.more && last.rows.length === rowsPerPage())
        ? pages.length + 1
        : undefined,
  });

export const lineQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ["operation-log-line", language, id],
    queryFn: ({ signal }) =>
      call("GET", `${path}/{id}`, { query: { id }, signal }),
  });

/** Who stands in the log, also those who have left. */
export const peopleQuery = queryOptions({
  queryKey: ["operation-log-people"],
  queryFn: ({ signal }) => call("GET", `${path}/people`, { signal }),
});
