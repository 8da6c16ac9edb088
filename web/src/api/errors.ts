import { joined } from "@/i18n/joined";
import { currentLanguage, type Text } from "@/i18n/language";
import { bracketed, labelled } from "@/i18n/punctuation";
import { awayStatuses } from "./connection";
import { proofWanted } from "./proof";
import { repeated } from "./repeat";
import { ApiFailure, textsOf, type Reply } from "./reply";
import { spentLoginMs } from "./times";

export interface FieldError {
  field: string;
  rule: string;
  /** What to do about it: forms stay open while their person turns to another language. */
  texts: Text;
}

/** Somebody saved before us: what the record is now, and whose work that is. */
export interface Conflict {
  /** What people call the record. */
  name?: string;
  current: Record<string, unknown>;
  changedBy: string;
  changedAt: string;
  /** Of the rows that the current one refers to, by id. */
  names?: Record<string, string>;
}

/** The server wants to be told twice: repeat the call with ?confirm=key. */
export interface Question {
  key: string;
  text: string;
  items: string[];
}

/** The faults in words, for what is read at once and does not stay. */
export const wordsOfFields = (errors: FieldError[]) =>
  errors.map(({ texts }) => texts[currentLanguage()]);

/** What a reply asks of the interface; app/perform-outcome.ts carries it out. */
export type Outcome =
  | { kind: "ignore" }
  | { kind: "success"; message: string }
  | {
      kind: "error";
      message: string;
      detail?: string;
      apart?: { title: string; detail: string };
    }
  | { kind: "fault" }
  | { kind: "unreachable" }
  | { kind: "empty-file" }
  | { kind: "refused"; message: string; permission: string; key?: string }
  | { kind: "notice"; title: string; detail: string }
  | { kind: "error-page"; message: string }
  | { kind: "login"; texts: Text; afterMs: number }
  | { kind: "redirect"; url: string; forgetMenus: boolean }
  | { kind: "verify-by-sms"; phones: string[] }
  | { kind: "fields"; errors: FieldError[] }
  | { kind: "conflict"; conflict: Conflict }
  | { kind: "question"; question: Question };

/** Where the person is when the reply arrives. */
export interface Situation {
  onLoginPage: boolean;
  smsVerified: boolean;
  /** The only hosts that may be targets beside our own; without it those that the server keeps for its companies. */
  allowedHosts?: string[];
}

/** Undefined: the row does not apply to this reply after all. */
type Row = (reply: Reply, at: Situation) => Outcome | undefined;

const error = (message: string) => ({ kind: "error" as const, message });

/** A gateway of before words its answers in the language of the call alone. */
const inBothLanguages = (fault: FieldError & { message: string }) => ({
  ...fault,
  texts: fault.texts ?? { zh: fault.message, en: fault.message },
});

const toLogin: Row = () => ({
  kind: "login",
  texts: { zh: "", en: "" },
  afterMs: 0,
});

/** Nobody is there to answer, or nothing behind who is: that passes by itself. */
const away: Row = ({ status }) =>
  awayStatuses.includes(status) ? { kind: "unreachable" } : undefined;

/** To a page of ours where something is owed; other hosts only where they are named. */
const moveAway: Row = ({ data }, at) =>
  redirect(data, true, { ...at, allowedHosts: at.allowedHosts ?? [] });

const namingWhat: Row = ({ message, data }) => ({
  ...error(`${message} "${asText(data)}"`),
  // What stays to be read says it apart (CALL-16).
  apart: { title: message, detail: asText(data) },
});

/** The code table: one row per code the interface answers in a way of its own. */
const table: Record<number, Row> = {
  1: ({ message }) => ({ kind: "success", message }),
  204: () => ({ kind: "empty-file" }),
  207: namingWhat,
  307: moveAway,
  401: toLogin,
  403: ({ message, data }) => ({
    kind: "refused",
    message,
    // What people call it; a server of before names only its key.
    permission: textAt(data, "name") || textAt(data, "permission"),
    // By which the server is asked why.
    key: textAt(data, "permission"),
  }),
  422: ({ data }) =>
    Array.isArray(data)
      ? { kind: "fields", errors: data.map(inBothLanguages) }
      : undefined,
  502: away,
  503: away,
  504: away,
  500: ({ message }) => (message ? error(message) : { kind: "fault" }),
  // The sign-in page tells who or what ended the session.
  11009: (reply) => ({ kind: "login", texts: textsOf(reply), afterMs: 0 }),
  11015: ({ message }, { onLoginPage }) =>
    onLoginPage ? error(message) : { kind: "error-page", message },
  11020: moveAway,
  11050: (reply) => ({
    kind: "login",
    texts: textsOf(reply),
    afterMs: spentLoginMs,
  }),
  20000: ({ message, data }) =>
    data
      ? { kind: "notice", title: message, detail: titleOf(data) }
      : undefined,
  20001: namingWhat,
  // Without the record there is nothing to merge: the message alone.
  20009: ({ data }) =>
    (data as Partial<Conflict> | null)?.current
      ? { kind: "conflict", conflict: data as Conflict }
      : undefined,
  20010: ({ message, data }) => {
    const asked = data as Partial<Question> | null;
    return asked?.key
      ? {
          kind: "question",
          question: {
            key: asked.key,
            text: asked.text || message,
            items: asked.items ?? [],
          },
        }
      : undefined;
  },
  // The browser has sent a call twice, and the first answer is lost.
  [repeated]: () => ({ kind: "unreachable" }),
  141011: ({ data }, at) => redirect(data, false, at),
  800024: (reply, { smsVerified }) =>
    // Who is not in their company is asked whatever this browser remembers.
    smsVerified && !proofWanted(reply)
      ? undefined
      : { kind: "verify-by-sms", phones: phonesOf(reply.data) },
};

export function outcomeOf(reply: Reply, at: Situation): Outcome {
  // The transport speaks before the code: nobody answered.
  if (reply.status === 0) {
    return { kind: "ignore" };
  }
  if (reply.status === 600) {
    // What was never sent says nothing about the server.
    return { kind: reply.code === 600 ? "unreachable" : "ignore" };
  }
  const row = table[reply.code];
  const own = row?.(reply, at);
  if (own) {
    return own;
  }
  const says = reply.message !== "" && reply.message !== "ok";
  if (says) {
    return row || reply.data === null
      ? error(reply.message)
      : { ...error(reply.message), detail: asText(reply.data) };
  }
  // A fault without a word still must not look like success.
  return reply.status >= 500 ? { kind: "fault" } : { kind: "ignore" };
}

/** What a failed call comes to for a page that answers it itself; null for what no server has said. */
export const outcomeOfFailure = (failure: unknown) =>
  failure instanceof ApiFailure
    ? outcomeOf(failure.reply, { onLoginPage: false, smsVerified: false })
    : null;

/** Addresses come as data: our own paths, https, and nothing that runs. */
function redirect(
  data: unknown,
  forgetMenus: boolean,
  at: Situation,
): Outcome | undefined {
  if (typeof data !== "string") {
    return undefined;
  }
  const isPath = /^\/(?![/\\])/.test(data);
  return isPath || isAllowedUrl(data, at)
    ? { kind: "redirect", url: data, forgetMenus }
    : undefined;
}

const isAllowedUrl = (text: string, { allowedHosts }: Situation) =>
  /^https?:\/\//i.test(text) &&
  URL.canParse(text) &&
  (allowedHosts?.includes(new URL(text).host) ?? true);

function titleOf(data: unknown) {
  const title = textAt(data, "title");
  const items = (data as { items?: unknown }).items;
  const list = Array.isArray(items) ? items.map(asText).join("\n") : "";
  return [title, list].filter(Boolean).join("\n") || asText(data);
}

function textAt(data: unknown, key: string) {
  const value = (data as Record<string, unknown> | null)?.[key];
  return typeof value === "string" ? value : "";
}

function phonesOf(data: unknown) {
  const phones = (data as { param?: unknown } | null)?.param;
  return Array.isArray(phones) ? phones.map(asText) : [];
}

function asText(value: unknown): string {
  if (Array.isArray(value)) {
    return joined(value.map(asText));
  }
  const label = textAt(value, "label");
  if (label) {
    // Who refers to a record that was to be deleted.
    const { count, rows } = value as { count?: number; rows?: unknown };
    const names = Array.isArray(rows)
      ? rows.map((row) => textAt(row, "title")).filter(Boolean)
      : [];
    const more = (count ?? 0) > names.length ? " …" : "";
    const list = names.length > 0 ? bracketed(joined(names) + more) : "";
    return labelled(label, `${count ?? ""}${list}`);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
