import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import { download } from "@/api/download";

export interface Count {
  new: number;
  changed: number;
  same: number;
  failed: number;
  removed: number;
}

export type Action = keyof Count;

export const actions: Action[] = [
  "new",
  "changed",
  "same",
  "failed",
  "removed",
];

export interface Fault {
  sheet: string;
  row: number;
  column: string;
  value: string;
  rule: string;
  level: "error" | "warning";
  message: string;
  /** The cell can be mended here. */
  editable: boolean;
}

export interface CellChange {
  column: string;
  before: string;
  after: string;
}

export interface PreviewRow {
  sheet: string;
  /** 0 for a stored row that is removed. */
  row: number;
  key: string;
  action: Action;
  changes?: CellChange[] | null;
}

export interface Edit {
  sheet: string;
  row: number;
  column: string;
  value: string;
}

export interface UnknownSheet {
  name: string;
  headers: string[];
  guess: string;
}

/** Moulds whole or not at all; only faulty rows out; moulds replaced by what the file holds. */
export const importModes = ["mould", "row", "replace"] as const;
export type ImportMode = (typeof importModes)[number];

export interface ImportResult {
  importId: string;
  name: string;
  committed: boolean;
  mode: ImportMode;
  counts: Record<string, Count>;
  rows: PreviewRow[];
  rowCount: number;
  faults: Fault[];
  faultCount: number;
  errors: number;
  unknown: UnknownSheet[];
  strange: Record<string, string[]> | null;
  edits: Edit[];
}

export interface ColumnShape {
  code: string;
  label: string;
  required: boolean;
  options?: string[];
}

export interface SheetShape {
  code: string;
  label: string;
  columns: ColumnShape[];
}

/** What sheets and headers of a file mean; "" leaves one out. */
export interface Headings {
  sheets: Record<string, string>;
  columns: Record<string, Record<string, string>>;
}

export function sheetsQuery(language: string) {
  return queryOptions({
    queryKey: ["import-sheets", language],
    queryFn: () => call<SheetShape[]>("GET", "production/sheets"),
    staleTime: Infinity,
  });
}

interface CheckAsk {
  file?: File;
  /** The file comes from an older system: every other format is refused. */
  onlyXls?: boolean;
  importId?: string;
  edits?: Edit[];
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
  if (more.headings) {
    form.set("headings", JSON.stringify(more.headings));
  }
  if (more.mode) {
    form.set("mode", more.mode);
  }
  form.set("dryRun", "true");
  return call<ImportResult>("POST", "production/import", { form });
}

export function commitFile(importId: string, confirm?: string) {
  const form = new FormData();
  form.set("importId", importId);
  form.set("dryRun", "false");
  return call<ImportResult>("POST", "production/import", {
    form,
    query: { confirm },
  });
}

export function downloadFailed(importId: string) {
  const form = new FormData();
  form.set("importId", importId);
  return download("production/import/failed", { form }, "POST");
}

export function sumOf(result: ImportResult | undefined): Count {
  const sum: Count = { new: 0, changed: 0, same: 0, failed: 0, removed: 0 };
  for (const count of Object.values(result?.counts ?? {})) {
    for (const action of actions) {
      sum[action] += count[action];
    }
  }
  return sum;
}

const placeOf = (cell: Omit<Edit, "value">) =>
  `${cell.sheet}\n${cell.row}\n${cell.column}`;

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
  };
}

export type ImportNames = ReturnType<typeof namesOf>;
