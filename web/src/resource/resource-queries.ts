import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import { download } from "@/api/download";
import { changes } from "./merge-versions";
import type { Meta, Names, OneRow, Row, Values } from "./metadata";

const pageSize = 200;

export interface ListQuestion {
  sort: string;
  search: string;
  /** Wanted values by field. */
  filters: Record<string, string>;
}

interface Page {
  rows: Row[] | null;
  total: number;
  names?: Names | null;
}

export function queryOf({ sort, search, filters }: ListQuestion) {
  const query: Record<string, string> = { sort, q: search };
  for (const [field, value] of Object.entries(filters)) {
    query[`f.${field}`] = value;
  }
  return query;
}

export function metaQuery(entity: string) {
  return queryOptions({
    queryKey: ["meta", entity],
    queryFn: () => call<Meta>("GET", `meta/${entity}`),
    staleTime: Infinity,
    // The page that needs it shows the failure itself.
    meta: { quiet: true },
  });
}

export function listQuery(meta: Meta, question: ListQuestion) {
  return infiniteQueryOptions({
    queryKey: ["list", meta.entity, question],
    queryFn: ({ pageParam, signal }) =>
      call<Page>("GET", meta.path, {
        query: { ...queryOf(question), page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  });
}

export function rowQuery(meta: Meta, id: string) {
  return queryOptions({
    queryKey: ["row", meta.entity, id],
    queryFn: () => call<OneRow>("GET", `${meta.path}/${id}`),
    // A form must not begin with a copy that somebody has replaced since.
    gcTime: 0,
    staleTime: Infinity,
    // The panel shows a failure itself.
    meta: { base: true, quiet: true },
  });
}

/** Rows that a reference can name, found by what was typed: those that are valid, unless all are asked for. */
export function choicesQuery(
  meta: Meta | undefined,
  search: string,
  all = false,
  filters: Record<string, string> = {},
) {
  return queryOptions({
    queryKey: ["choices", meta?.entity, search, all, filters],
    queryFn: meta
      ? ({ signal }) =>
          call<Page>("GET", meta.path, {
            query: {
              ...{ page: 1, size: 50, sort: meta.title, q: search },
              ...(!all && { valid: true }),
              ...filters,
            },
            signal,
          })
      : skipToken,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
}

export interface Use {
  label: string;
  count: number;
  /** Whose records these are. */
  entity?: string;
  /** The first of them. */
  rows?: { id: string; title: string }[] | null;
}

export function usesQuery(meta: Meta, id: string) {
  return queryOptions({
    queryKey: ["uses", meta.entity, id],
    queryFn: () =>
      call<{ items: Use[] | null }>("GET", `${meta.path}/${id}/used-by`),
    staleTime: 0,
  });
}

export interface LogLine {
  at: string;
  by: string;
  through: string;
  action: string;
  changes:
    | {
        field: string;
        label: { zh: string; en: string };
        before: unknown;
        after: unknown;
      }[]
    | null;
}

export function logQuery(meta: Meta, id: string) {
  return queryOptions({
    queryKey: ["log", meta.entity, id],
    queryFn: () =>
      call<{ rows: LogLine[] | null; names?: Names | null }>(
        "GET",
        `${meta.path}/${id}/log`,
      ),
    staleTime: 0,
  });
}

/** Creates a row, or changes what differs from the version it was based on. */
export function saveRow(
  meta: Meta,
  base: Row | null,
  values: Values,
  confirm?: string,
) {
  const keys = meta.fields
    .filter((field) => !field.readOnly)
    .map((field) => field.key);
  const query = { confirm };
  if (!base) {
    return call<OneRow>("POST", meta.path, {
      query,
      body: changes(keys, {}, values),
    });
  }
  return call<OneRow>("PATCH", `${meta.path}/${base.id}`, {
    query,
    body: { version: base.version, ...changes(keys, base, values) },
  });
}

export function deleteRows(meta: Meta, ids: string[], confirm?: string) {
  const query = { confirm };
  return ids.length === 1
    ? call("DELETE", `${meta.path}/${ids[0]}`, { query })
    : call("POST", `${meta.path}/delete`, { query, body: { ids } });
}

export interface ImportResult {
  created: number;
  changed: number;
  same: number;
  faults:
    | {
        row: number;
        column: string;
        value: string;
        rule: string;
        message: string;
      }[]
    | null;
}

function uploadOf(file: File) {
  const form = new FormData();
  form.set("file", file);
  return form;
}

export function importRows(
  meta: Meta,
  file: File,
  dryRun: boolean,
  confirm?: string,
) {
  const form = uploadOf(file);
  form.set("dryRun", String(dryRun));
  return call<ImportResult>("POST", `${meta.path}/import`, {
    form,
    query: { confirm },
  });
}

/** The rows that the check refuses, with the reason beside each. */
export function downloadFailed(meta: Meta, file: File) {
  const form = uploadOf(file);
  return download(`${meta.path}/import/failed`, { form }, "POST");
}
