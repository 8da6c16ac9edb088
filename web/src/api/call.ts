import { currentLanguage } from "@/i18n/language";
import { isHeld } from "@/session/change";
import { session } from "@/session/session";
import {
  ApiFailure,
  givenUp,
  isSuccess,
  readReply,
  unreachable,
} from "./reply";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Plain = string | number | boolean | null | undefined;

export interface CallOptions {
  /** Empty, null and undefined entries are left out. */
  query?: Record<string, Plain>;
  body?: unknown;
  /** Sent as multipart, or as a plain form. */
  form?: FormData | URLSearchParams;
  signal?: AbortSignal;
}

export const apiRoot = "/front/api/v1";

/** Calls the server and returns the data of its envelope, or throws ApiFailure. */
export async function call<Data>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Data> {
  const reply = await readReply(await send(method, path, options));
  if (!isSuccess(reply)) {
    throw new ApiFailure(reply);
  }
  return reply.data as Data;
}

/** Fetches a file and hands it to the browser under the name the server gave. */
export async function download(
  path: string,
  options: CallOptions = {},
  method: Method = "GET",
) {
  const response = await send(method, path, options);
  const isFile = response.headers.has("content-disposition");
  if (!response.ok || !isFile) {
    throw new ApiFailure(await readReply(response));
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(response.headers.get("content-disposition") ?? "");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Fetches a file to show it here. */
export async function fetchFile(path: string, signal?: AbortSignal) {
  const response = await send("GET", path, signal ? { signal } : {});
  if (!response.ok) {
    throw new ApiFailure(await readReply(response));
  }
  return response.blob();
}

/** RFC 6266: the encoded name wins over the plain one. */
export function fileName(disposition: string) {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? "download");
  } catch {
    return plain ?? "download";
  }
}

async function send(method: Method, path: string, options: CallOptions) {
  if (isHeld() && method !== "GET") {
    throw new ApiFailure(givenUp); // It would be written as somebody else, or elsewhere.
  }
  const sentWith = session.get().token;
  const response = await once(method, path, options);
  // A session that ran out can be renewed without the person noticing: once.
  if (response.status === 401 && sentWith && !isSessionCall(path)) {
    if (await renewed(sentWith)) {
      return once(method, path, options);
    }
  }
  return response;
}

const isSessionCall = (path: string) =>
  path === "getTokenService" || path === "logout" || path.endsWith("/login");

let renewal: Promise<boolean> | null = null;

/** Many calls fail together when a session runs out; one of them renews it. */
async function renewed(sentWith: string) {
  if (session.get().token !== sentWith) {
    return session.signedIn();
  }
  renewal ??= renew().finally(() => (renewal = null));
  return renewal;
}

async function renew() {
  if (!session.get().longToken) {
    return false;
  }
  const reply = await readReply(await once("POST", "getTokenService", {}));
  const fresh = reply.data as { token?: string; longToken?: string } | null;
  if (!isSuccess(reply) || !fresh?.token) {
    return false;
  }
  session.set({
    token: fresh.token,
    longToken: fresh.longToken ?? session.get().longToken,
  });
  return true;
}

async function once(method: Method, path: string, options: CallOptions) {
  const { query, body, form, signal } = options;
  const headers: Record<string, string> = {
    "Accept-Language": currentLanguage(),
  };
  const { token, longToken } = session.get();
  if (token) {
    headers["mdbtk"] = token;
  }
  if (longToken) {
    headers["Blade-Auth"] = `bearer ${longToken}`;
  }
  const isJson = !form && method !== "GET" && body !== undefined;
  if (isJson) {
    headers["Content-Type"] = "application/json";
  }
  try {
    return await fetch(addressOf(path, query), {
      method,
      headers,
      credentials: "same-origin",
      ...(form && { body: form }),
      ...(isJson && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    const isOurs = cause instanceof DOMException && cause.name === "AbortError";
    throw new ApiFailure(isOurs ? givenUp : unreachable);
  }
}

function addressOf(path: string, query: CallOptions["query"]) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(key, String(value));
    }
  }
  search.set("_t", String(Date.now()));
  const root = path.startsWith("/") ? path : `${apiRoot}/${path}`;
  return `${root}?${search.toString()}`;
}
