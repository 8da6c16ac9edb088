import { instantOf } from "@/i18n/format";
import { initialValues, wordsOf, type Field, type Values } from "./metadata";
import { timeFrom } from "./time-text";

/** The cells of a piece of a sheet as spreadsheets put it on the clipboard: tabs, lines, quotes around what holds either. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    const row = rows.at(-1)!;
    const cell = row.at(-1)!;
    if (quoted) {
      if (letter !== '"') {
        row[row.length - 1] = cell + letter;
      } else if (text[i + 1] === '"') {
        row[row.length - 1] = cell + letter;
        i++;
      } else {
        quoted = false;
      }
    } else if (letter === '"' && cell === "") {
      quoted = true;
    } else if (letter === "\t") {
      row.push("");
    } else if (letter === "\n") {
      rows.push([""]);
    } else if (letter !== "\r") {
      row[row.length - 1] = cell + letter;
    }
  }
  const last = rows.at(-1)!;
  if (rows.length > 1 && last.length === 1 && last[0] === "") {
    rows.pop(); // a sheet ends its last line too
  }
  return rows;
}

/** What a paste needs to know besides the lines. */
export interface PasteRules {
  fields: Field[];
  /** Most lines; no limit without it. */
  atMost?: number | undefined;
  zone: string;
  /** The row with exactly this title that a reference may offer, or undefined. */
  find: (field: Field, title: string) => Promise<string | undefined>;
}

export interface Pasted {
  lines: Values[];
  /** Cells whose text means nothing in their column; they keep what they held. */
  unread: number;
  /** Lines that found no room: too many, or cells right of the last column. */
  left: number;
  /** Titles of the rows referred to, by their ids. */
  names: Record<string, string>;
}

/** Lays cells over lines, from a line and a column on; lines that are missing are added. */
export async function pasteLines(
  lines: Values[],
  at: { line: number; column: number },
  cells: string[][],
  { fields, atMost = Infinity, zone, find }: PasteRules,
): Promise<Pasted> {
  const result: Pasted = { lines: [...lines], unread: 0, left: 0, names: {} };
  const columns = fields.slice(at.column);
  for (const [offset, row] of cells.entries()) {
    const place = at.line + offset;
    if (place >= atMost || row.slice(columns.length).some(Boolean)) {
      result.left++;
    }
    if (place >= atMost) {
      continue;
    }
    const line = { ...(result.lines[place] ?? initialValues(fields)) };
    for (const [i, field] of columns.entries()) {
      const text = row[i]?.trim();
      if (text === undefined || field.readOnly) {
        continue;
      }
      const value =
        field.kind === "reference" && text !== ""
          ? await find(field, text)
          : valueOf(field, text, zone);
      if (value === undefined) {
        result.unread++;
      } else {
        line[field.key] = value;
        if (field.kind === "reference" && typeof value === "string") {
          result.names[value] = text;
        }
      }
    }
    result.lines[place] = line;
  }
  return result;
}

/** What a text means to a field; undefined: nothing. The server judges ranges and rules. */
function valueOf(field: Field, text: string, zone: string): unknown {
  switch (field.kind) {
    case "text":
    case "longText":
      return text;
    case "time":
      return timeFrom(text);
    case "integer":
    case "decimal":
    case "hours": {
      const number = Number(text.replace(/[,，\s]/g, ""));
      return text === "" ? null : Number.isNaN(number) ? undefined : number;
    }
    case "flag":
      return flagOf(field, text);
    case "choice":
      return text === ""
        ? null
        : field.options?.find(({ value, label }) =>
            [String(value), label.zh, label.en].some((one) => same(one, text)),
          )?.value;
    case "date":
      return text === "" ? null : dateOf(text);
    case "instant": {
      const [day, time = ""] = text.split(/[ T]+/, 2);
      const date = dateOf(day!);
      return text === ""
        ? null
        : ((date && instantOf(`${date} ${timeFrom(time)}`, zone)) ?? undefined);
    }
    default:
      return undefined;
  }
}

function flagOf(field: Field, text: string) {
  const { yes, no } = wordsOf(field);
  const means = (words: (string | undefined)[]) =>
    words.some((word) => word !== undefined && same(word, text));
  if (means(["1", "是", "yes", "true", "✓", yes?.zh, yes?.en])) {
    return true;
  }
  if (means(["", "0", "否", "no", "false", no?.zh, no?.en])) {
    return false;
  }
  return undefined;
}

/** 2026/3/8, 2026.03.08 and 2026-3-8 are 2026-03-08. */
function dateOf(text: string) {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  return match
    ? [match[1], match[2]!.padStart(2, "0"), match[3]!.padStart(2, "0")].join(
        "-",
      )
    : undefined;
}

function same(a: string, b: string) {
  return a.toLowerCase() === b.toLowerCase();
}
