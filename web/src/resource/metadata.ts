import { capital } from "@/i18n/capital";
import type { Language, Text } from "@/i18n/language";

export type FieldKind =
  | "text"
  | "longText"
  | "secret"
  | "integer"
  | "decimal"
  | "hours"
  | "flag"
  | "choice"
  | "reference"
  | "references"
  | "date"
  | "instant"
  | "time"
  | "lines";

export interface Field {
  key: string;
  kind: FieldKind;
  label: Text;
  help?: Text;
  unit?: Text;
  required: boolean;
  unique: boolean;
  readOnly: boolean;
  hideInList: boolean;
  /** The field that English screens show in its place, where the row has a value for it. */
  english?: string;
  /** Of a reference: its rows have English names, or lack them. */
  bilingual?: boolean;
  /** Of an integer: it names something, such as a port, and has no separators of thousands. */
  code?: boolean;
  /** Read from other records: lists show it, and no list is sorted or narrowed by it. */
  derived?: boolean;
  /** Of an instant: a date alone means the end of that day. */
  endsDay?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  decimals?: number;
  /** Of a date: the first and the last day that it may be, where they are not those of calendars; the last may be "today". */
  earliest?: string;
  latest?: string;
  pattern?: string;
  /** Of a text: it is a colour. */
  colour?: boolean;
  hint?: Text;
  /** Of a choice; of a flag its words for yes (1) and no (0). */
  options?: { value: number; label: Text }[];
  /** The entity that a reference names a row of. */
  reference?: string;
  /** What the rows that a reference offers have in common. */
  narrows?: Narrow[];
  /** Most lines. */
  atMost?: number;
  /** Fields of a line. */
  fields?: Field[];
  initial?: unknown;
  /** The value of a choice of the same row that the field belongs to. */
  when?: { key: string; value: number };
  /** Of a flag: the date after whose day a row that has the flag is expired. */
  ends?: string;
}

/** Whether a row is one that a field is about: the state of an electrode is no matter of a workpiece. */
export function belongs({ when }: Field, row: Values) {
  return !when || row[when.key] === when.value;
}

/** A field of the offered rows equals a value, or a field of the form once that has one. */
export interface Narrow {
  key: string;
  like?: string;
  value?: string;
}

/** Whether a row has a flag that has ended with its last day. */
export function isExpired({ ends }: Field, row: Values, today: string) {
  const last = ends && row[ends];
  return typeof last === "string" && last !== "" && last < today;
}

/** A flag's own words for yes and no, such as effective and expired. */
export function wordsOf(field: Field) {
  const word = (value: number) =>
    field.options?.find((option) => option.value === value)?.label;
  return { yes: word(1), no: word(0) };
}

export type Operation =
  | "check"
  | "detail"
  | "add"
  | "modify"
  | "delete"
  | "export";

/** What the server says about an entity; the screen follows from it. */
export interface Meta {
  entity: string;
  /** Below the root of the API: "bms/machine". */
  path: string;
  label: Text;
  /** Key of the permissions without the operation: "ems.machine". */
  permission: string;
  may: Operation[];
  sort: string;
  /** The field that names a row. */
  title: string;
  groups: { label: Text; fields: string[] }[];
  fields: Field[];
  /** False: rows cannot be imported from a sheet. */
  imports?: boolean;
  /** What nobody may do: some rows come, change and go in another way. */
  without?: Operation[];
  /** What may leave rows out for this person. */
  narrowed?: ("section" | "people")[];
}

export type Values = Record<string, unknown>;

export interface Row extends Values {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** Names of referenced rows by their ids. */
export type Names = Record<string, string>;

export interface OneRow {
  row: Row;
  names?: Names | null;
  /** Rows among the named ones that nobody may choose any more. */
  invalid?: string[] | null;
  /** What is odd about a row that was saved. */
  warnings?: string[] | null;
}

export function fieldOf(meta: Meta, key: string) {
  return meta.fields.find((field) => field.key === key);
}

/** The label of an entity within a sentence: English begins only the sentence with a capital. */
export function inSentence(label: string) {
  return /^[A-Z][a-z]/.test(label)
    ? label[0]!.toLowerCase() + label.slice(1)
    : label;
}

/** Choices stand alone in cells and boxes: in English they begin with a capital there. */
export function withCapitals(meta: Meta): Meta {
  const named = (field: Field): Field => ({
    ...field,
    ...(field.options && {
      options: field.options.map(({ value, label }) => ({
        value,
        label: {
          ...label,
          en: capital(label.en),
        },
      })),
    }),
    ...(field.fields && { fields: field.fields.map(named) }),
  });
  return { ...meta, fields: meta.fields.map(named) };
}

export function may(meta: Meta, operation: Operation) {
  return meta.may.includes(operation);
}

/** Whether anybody may do it, be it not this person: some rows come, change and go in another way. */
export function offers(meta: Meta, operation: Operation) {
  return !meta.without?.includes(operation);
}

/** The name that people type, by which the server and sheets know a row. */
export function titleOf(meta: Meta, row: Values | null | undefined) {
  const title = row?.[meta.title];
  return typeof title === "string" || typeof title === "number"
    ? String(title)
    : "";
}

/** What a field that may have an English side shows in a language. */
export function shownText(field: Field, row: Values, language: Language) {
  const english = field.english ? row[field.english] : "";
  return language === "en" && english ? english : row[field.key];
}

/** What screens of a language call a row. */
export function shownTitle(
  meta: Meta,
  row: Values | null | undefined,
  language: Language,
) {
  const field = fieldOf(meta, meta.title);
  const title = field && row && shownText(field, row, language);
  return typeof title === "string" ? title : titleOf(meta, row);
}

/** Whether a row could have an English name in place of its title. */
export const isBilingual = (meta: Meta) =>
  fieldOf(meta, meta.title)?.english !== undefined;

/** Values that a new record, or a new line, begins with. */
export function initialValues(fields: Field[]): Values {
  const values: Values = {};
  for (const field of fields) {
    if (field.initial !== undefined && field.initial !== null) {
      values[field.key] = field.initial;
    } else if (field.kind === "flag" && field.required) {
      // The others stay open: the server may have a default for them.
      values[field.key] = false;
    } else if (field.kind === "lines" || field.kind === "references") {
      values[field.key] = [];
    }
  }
  return values;
}
