import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { callResource } from "@/api/call";
import type { components } from "@/api/schema.gen";
import { download } from "@/api/download";
import { rowsPerPage } from "@/session/rows-per-page";
import { changes } from "./merge-versions";
import {
  belongs,
  withCapitals,
  type Meta,
  type Names,
  type OneRow,
  type Row,
  type Values,
} from "./metadata";

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
    queryFn: async () =>
      withCapitals(await callResource<Meta>("GET", `meta/${entity}`)),
    staleTime: Infinity,
    // The page that needs it shows the failure itself.
    meta: { quiet: true },
  });
}

export function listQuery(meta: Meta, question: ListQuestion) {
  return infiniteQueryOptions({
    queryKey: ["list", meta.entity, question],
    queryFn: ({ pageParam, signal }) =>
      callResource<Page>("GET", meta.path, {
        query: { ...queryOf(question), page: pageParam, size: rowsPerPage() },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * rowsPerPage() < last.total ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  });
}

export function rowQuery(meta: Pick<Meta, "entity" | "path">, id: string) {
  return queryOptions({
    queryKey: ["row", meta.entity, id],
    queryFn: () => callResource<OneRow>("GET", `${meta.path}/${id}`),
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
          callResource<Page>("GET", meta.path, {
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
  /** Field by which their list can be narrowed to them. */
  filter?: string;
  /** Their titles have English names. */
  bilingual?: boolean;
}

export function usesQuery(meta: Meta, id: string) {
  return queryOptions({
    queryKey: ["uses", meta.entity, id],
    queryFn: () =>
      callResource<{ items: Use[] | null }>(
        "GET",
        `${meta.path}/${id}/used-by`,
      ),
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
      callResource<{ rows: LogLine[] | null; names?: Names | null }>(
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
    .filter((field) => !field.readOnly && belongs(field, values))
    .map((field) => field.key);
  const query = { confirm };
  if (!base) {
    return callResource<OneRow>("POST", meta.path, {
      query,
      body: changes(keys, {}, values),
    });
  }
  const changed = changes(keys, base, values);
  const path = `${meta.path}/${base.id}`;
  if (Object.keys(changed).length === 0) {
    return callResource<OneRow>("GET", path); // a new version would be in the way of others
  }
  return callResource<OneRow>("PATCH", path, {
    query,
    body: { version: base.version, ...changed },
  });
}

/** Deletes rows as they were shown: who has changed one of them since is told of. */
export function deleteRows(meta: Meta, rows: Row[], confirm?: string) {
  const [first] = rows;
  return rows.length === 1
    ? callResource("DELETE", `${meta.path}/${first!.id}`, {
        query: { confirm, version: first!.version },
      })
    : callResource("POST", `${meta.path}/delete`, {
        query: { confirm },
        body: {
          ids: rows.map(({ id }) => id),
          versions: versionsOf(rows),
        },
      });
}

/** The versions of shown rows by their ids. */
export const versionsOf = (rows: { id: string; version: number }[]) =>
  Object.fromEntries(rows.map(({ id, version }) => [id, version]));

export type ImportResult = components["schemas"]["ResourceImportResult"];
export type ImportFault = components["schemas"]["ResourceRowFault"];
export interface CellEdit {
  row: number;
  column: string;
  value: string;
}

/** What the preview says about a file. */
export interface ImportAnswers {
  edits: CellEdit[];
  /** Heading of the file: key of a field, or "" to leave the column out. */
  headings: Record<string, string> | null;
  /** The healthy rows are taken, the refused ones stay out. */
  partly: boolean;
  /** Records that the file refers to and that the import makes. */
  create: { entity: string; names: string[] }[];
}

function uploadOf(file: File, answers: ImportAnswers) {
  const form = new FormData();
  form.set("file", file);
  if (answers.partly) {
    form.set("mode", "row");
  }
  if (answers.edits.length > 0) {
    form.set("edits", JSON.stringify(answers.edits));
  }
  if (answers.create.length > 0) {
    form.set("create", JSON.stringify(answers.create));
  }
  if (answers.headings) {
    form.set("headings", JSON.stringify(answers.headings));
  }
  return form;
}

/** Checks a file, or writes it as it was checked: by the basis of the check nothing is written over what changed since. */
export function importRows(
  meta: Meta,
  file: File,
  answers: ImportAnswers,
  checked?: { basis: string; confirm: string | undefined },
) {
  const { basis = "", confirm } = checked ?? {};
  const form = uploadOf(file, answers);
  form.set("dryRun", String(!checked));
  form.set("basis", basis);
  return callResource<ImportResult>("POST", `${meta.path}/import`, {
    form,
    query: { confirm },
  });
}

/** The rows that the check refuses, with the reason beside each. */
export function downloadFailed(meta: Meta, file: File, answers: ImportAnswers) {
  const form = uploadOf(file, answers);
  return download(`${meta.path}/import/failed`, { form }, "POST");
}

export type ImportLayout = components["schemas"]["ResourceListLayout"];

/** What has been taught about headings of files of this list. */
export function layoutsQuery(meta: Meta) {
  return queryOptions({
    queryKey: ["layouts", meta.entity],
    queryFn: () =>
      callResource<ImportLayout[]>("GET", `${meta.path}/import/layout`),
    meta: { quiet: true },
  });
}

export function forgetLayout(meta: Meta, id: string) {
  return callResource<null>("DELETE", `${meta.path}/import/layout/${id}`);
}
