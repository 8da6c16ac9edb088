import { vi } from "vitest";

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

type Handler = (sent: Sent) => Answer;

/** Answers calls by "METHOD path", in place of the network; keeps what was sent. */
export function fakeServer(handlers: Record<string, Handler>) {
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

/** The same for answers that the contract will not check. */
export const looseServer = fakeServer;
