import { vi } from "vitest";
import type { AnswerTo } from "@/api/contract";

export interface Sent {
  method: string;
  /** Below the root of the API, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Answer {
  status?: number;
  code?: number;
  message?: string;
  /** Of a refusal: the message in both languages. */
  texts?: { zh: string; en: string };
  data?: unknown;
}

/** What the contract answers, or a refusal: that says by its code which it is, and what comes with it is its own. */
type Checked<Data> =
  | (Omit<Answer, "code" | "data"> & { code?: never; data?: Data })
  | (Answer & { code: number });

/** A test gives what its screen reads, and nothing that the contract does not know. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Given<T[Name]> }
    : T;

type Handler = (sent: Sent) => Answer;

/** The fakes by "METHOD path", each with an answer such as the contract has for that path. */
type Fakes<Key extends string> = {
  [One in Key]: (sent: Sent) => Checked<Given<AnswerTo<One>>>;
};

/** Answers calls by "METHOD path", in place of the network; keeps what was sent. */
export const fakeServer = <Key extends string>(handlers: Fakes<Key>) =>
  looseServer(handlers);

/** The same for answers that the contract does not check: of entities and paths that tests invent. */
export function looseServer(handlers: Record<string, Handler>) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const url = new URL(address, "http://localhost");
    const one: Sent = {
      method: init.method ?? "GET",
      path: url.pathname.replace("/front/api/v1/", ""),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body:
        typeof init.body === "string"
          ? (JSON.parse(init.body) as Record<string, unknown>)
          : init.body instanceof URLSearchParams ||
              init.body instanceof FormData
            ? Object.fromEntries(init.body)
            : {},
    };
    sent.push(one);
    const handler = handlers[`${one.method} ${one.path}`];
    const answer = handler?.(one) ?? {
      status: 404,
      code: 404,
      message: `nobody answers ${one.method} ${one.path}`,
    };
    const { status = 200, code = 1, message = "ok", data = null } = answer;
    const { texts } = answer;
    return Promise.resolve(
      Response.json({ code, message, data, texts }, { status }),
    );
  });
  return sent;
}
