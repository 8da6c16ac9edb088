import { queryOptions } from "@tanstack/react-query";
import { askAgain } from "@/api/ask-again";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { download } from "@/api/download";

/** Of a sheet or the file: read = new + changed + same + refused + notReached + skipped. */
export type Count = Schema<"ProductionCount">;

export const actions = [
  "new",
  "changed",
  "same",
  "refused",
  "notReached",
  "removed",
] as const;
export type Action = (typeof actions)[number];

export type Fault = Schema<"ProductionFault">;

/** What faults have in common: one rule broken by one value. */
export type Cause = Schema<"ProductionCause">;

/** One value in the place of another, throughout a column. */
export type Replacement = Schema<"WorkbookReplacement">;

/** What can be made from a name alone. */
export type Creatable =
  | "section"
  | "process"
  | "customer"
  | "supplier"
  | "partType"
  | "accuracyGrade"
  | "material"
  | "group";

/** Records to be made because the file refers to them. */
export type Missing = Schema<"ProductionMissing">;

/** One sheet of the file and what became of it. */
export type FilePage = Schema<"WorkbookPage">;

/** What has been taught about sheets of one layout. */
export type Layout = Schema<"ProductionLayout">;

export type CellChange = Schema<"ProductionCellChange">;

export type PreviewRow = Schema<"ProductionRow">;

export type Edit = Schema<"WorkbookEdit">;

export type UnknownSheet = Schema<"WorkbookUnknown">;

/** Moulds whole or not at all; only faulty rows out; moulds replaced by what the file holds. */
export const importModes = ["mould", "row", "replace"] as const;
export type ImportMode = (typeof importModes)[number];

export type ImportResult = Schema<"ProductionImportResult">;

export type ColumnShape = Schema<"ProductionColumnShape">;

export type SheetShape = Schema<"ProductionSheetShape">;

/** What sheets and headers of a file mean; "" leaves one out. */
export interface Headings {
  sheets: Record<string, string>;
  columns: Record<string, Record<string, string>>;
}

export function sheetsQuery(language: string) {
  return queryOptions({
    queryKey: ["import-sheets", language],
    queryFn: () => call("GET", "production/sheets"),
    staleTime: Infinity,
  });
}

interface CheckAsk {
  file?: File;
  /** The file comes from an older system: every other format is refused. */
  onlyXls?: boolean;
  importId?: string;
  edits?: Edit[];
  replaced?: Replacement[];
  create?: Missing[];
  headings?: Headings;
  mode?: ImportMode;
}

/** Checks a file, or a checked one again with what was changed in the preview. */
export function checkFile({ file, importId, ...more }: CheckAsk) {
  const form = new FormData();
  if (file) {
    form.set("file", file);
  }
  if (more.onlyXls) {
    form.set("only", "xls");
  }
  if (importId) {
    form.set("importId", importId);
  }
  if (more.edits) {
    form.set("edits", JSON.stringify(more.edits));
  }
  if (more.replaced) {
    form.set("replaced", JSON.stringify(more.replaced));
  }
  if (more.create) {
    form.set("create", JSON.stringify(more.create));
  }
  if (more.headings) {
    form.set("headings", JSON.stringify(more.headings));
  }
  if (more.mode) {
    form.set("mode", more.mode);
  }
  form.set("dryRun", "true");
  return call("POST", "production/import", { form });
}

export function commitFile(importId: string, confirm?: string) {
  const form = new FormData();
  form.set("importId", importId);
  form.set("dryRun", "false");
  return call("POST", "production/import", {
    form,
    query: { confirm },
  });
}

/** The import that one has begun last, wherever its page went. */
export type ImportRun = Schema<"ProductionImportRun">;

export const isRunning = (run: ImportRun | undefined) =>
  run?.state === "reading" ||
  run?.state === "writing" ||
  run?.state === "stopping";

/** Read again while the import is being written, or is about to be, and when another tab begins one: the push names it. */
export function runQuery({ isExpected = false } = {}) {
  return queryOptions({
    queryKey: ["list", "import-run"],
    queryFn: () => call("GET", "production/import/run"),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      askAgain(state.error, (isExpected || isRunning(state.data)) && 1000),
  });
}

export function stopImport(runId: string) {
  return call("POST", "production/import/stop", {
    query: { runId },
  });
}

/** How an import ended, without its rows: what a tab keeps of it beside a file that waits there. */
export type Notice = Pick<
  ImportRun,
  "id" | "name" | "state" | "moulds" | "notWritten"
> & {
  result?: Pick<
    ImportResult,
    | "name"
    | "committed"
    | "brokeOff"
    | "stopped"
    | "importId"
    | "notWritten"
    | "total"
  >;
};

export function noticeOf({
  id,
  name,
  state,
  moulds,
  notWritten,
  result,
}: ImportRun | Notice): Notice {
  const whole = { id, name, state, moulds, notWritten };
  if (!result) {
    return whole;
  }
  const { committed, brokeOff, stopped, importId, total } = result;
  const ended = { committed, brokeOff, stopped, importId, total };
  return {
    ...whole,
    result: { ...ended, name: result.name, notWritten: result.notWritten },
  };
}

const seenKey = "mw.import-seen";

/** The outcome of this import was on the screen. */
export function noteSeen(run: string) {
  localStorage.setItem(seenKey, run);
}

export const wasSeen = (run: string) => localStorage.getItem(seenKey) === run;

export function downloadFailed(importId: string) {
  const form = new FormData();
  form.set("importId", importId);
  return download("production/import/failed", { form }, "POST");
}

export function layoutsQuery() {
  return queryOptions({
    queryKey: ["import-layouts"],
    queryFn: () => call("GET", "production/import/layout"),
  });
}

export function forgetLayout(id: string) {
  return call("DELETE", "production/import/layout/{id}", { query: { id } });
}

const none: Count = {
  read: 0,
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
  notReached: 0,
  skipped: 0,
  removed: 0,
  followed: 0,
  made: 0,
};

export const sumOf = (result: Pick<ImportResult, "total"> | undefined) =>
  result?.total ?? none;

const placeOf = ({ sheet, part, row, column }: Omit<Edit, "value">) =>
  `${sheet}\n${part ?? 0}\n${row}\n${column}`;

/** What is missing by kind, from the causes of the faults. */
export function missingOf(causes: Cause[]): Missing[] {
  const all = new Map<Creatable, Set<string>>();
  for (const { creates, entity, value } of causes) {
    if (creates) {
      const kind = entity as Creatable;
      all.set(kind, (all.get(kind) ?? new Set()).add(value));
    }
  }
  return [...all].map(([entity, names]) => ({ entity, names: [...names] }));
}

/** Earlier requests with later ones beside them, each name once. */
export function mergeMissing(before: Missing[], now: Missing): Missing[] {
  const same = before.find(({ entity }) => entity === now.entity);
  const names = [...new Set([...(same?.names ?? []), ...now.names])];
  return [
    ...before.filter((one) => one !== same),
    { entity: now.entity, names },
  ];
}

/** Earlier replacements with later ones in their place. */
export function mergeReplaced(before: Replacement[], now: Replacement[]) {
  const keyOf = (one: Replacement) =>
    `${one.sheet}\n${one.column}\n${one.from.toLowerCase()}`;
  const all = new Map(before.map((one) => [keyOf(one), one]));
  for (const one of now) {
    all.set(keyOf(one), one);
  }
  return [...all.values()];
}

/** Earlier edits with later ones in their place. */
export function mergeEdits(before: Edit[], now: Edit[]) {
  const all = new Map(before.map((edit) => [placeOf(edit), edit]));
  for (const edit of now) {
    all.set(placeOf(edit), edit);
  }
  return [...all.values()];
}

/** Names of sheets and columns in the language of the page. */
export function namesOf(shapes: SheetShape[] | undefined) {
  const sheets = new Map(shapes?.map((sheet) => [sheet.code, sheet]));
  return {
    /** Codes in the order of the workbook. */
    order: (codes: string[]) =>
      [...sheets.keys()].filter((code) => codes.includes(code)),
    sheet: (code: string) => sheets.get(code)?.label ?? code,
    column: (sheet: string, code: string) =>
      sheets.get(sheet)?.columns.find((column) => column.code === code)
        ?.label ?? code,
    /** What a choice may be; of any other column undefined. */
    options: (sheet: string, code: string) =>
      sheets.get(sheet)?.columns.find((column) => column.code === code)
        ?.options ?? undefined,
  };
}

export type ImportNames = ReturnType<typeof namesOf>;
