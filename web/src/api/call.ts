import { currentLanguage } from "@/i18n/language";
import { adoptToken } from "@/session/adopt-token";
import { isHeld } from "@/session/change";
import { departure } from "@/session/departure";
import { session } from "@/session/session";
import {
  apiPrefix,
  fillPath,
  searchOf,
  unopenedModule,
  type Query,
} from "./address";
import { baseOf } from "./base-path";
import { awayStatuses, noteLine } from "./connection";
import type { AnswerOf, CallArguments, CallPath, Method } from "./contract";
import { entryHeaders } from "./entry";
import { gateway, wayOf, withSession } from "./gateway";
import {
  ApiFailure,
  givenUp,
  isSuccess,
  readReply,
  unopened,
  unreachable,
} from "./reply";

export type { Method } from "./contract";

export interface CallOptions {
  /** Empty, null and undefined entries are left out. */
  query?: Query;
  body?: unknown;
  /** Sent as multipart, or as a plain form. */
  form?: FormData | URLSearchParams;
  signal?: AbortSignal;
}

/**
 * Calls the server and returns the data of its envelope, or throws ApiFailure.
 * What may be called, what goes with it and what comes back is as the contract
 * says. {name} in the path is filled from the query or the body.
 */
export function call<M extends Method, Path extends CallPath<M>>(
  method: M,
  path: Path,
  ...options: CallArguments<M, Path>
): Promise<AnswerOf<M, Path>>;
export function call(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<unknown> {
  return callResource(method, path, options);
}

/**
 * The door for the resource kit alone: its paths come with the metadata of an
 * entity and are known at run time only, so nothing is checked.
 */
export async function callResource<Data>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Data> {
  const reply = await readReply(await send(method, path, options));
  if (!isSuccess(reply)) {
    throw new ApiFailure(reply, (more) => {
      const body = { ...(options.body as object | undefined), ...more };
      return callResource(method, path, { ...options, body });
    });
  }
  return reply.data as Data;
}

/** Sends a call as the person, and once more where their session could be renewed. */
export async function send(method: Method, path: string, options: CallOptions) {
  if (isHeld() && method !== "GET") {
    throw new ApiFailure(givenUp); // It would be written as somebody else, or elsewhere.
  }
  const closed = unopenedModule(path, session.get().modules);
  if (closed) {
    throw new ApiFailure(unopened(closed.moduleName));
  }
  const sentWith = session.get().token;
  if (!sentWith && departure.isUnderWay() && !isOpenCall(path)) {
    throw new ApiFailure(givenUp); // Nobody is signed in any more, and the page is about to go.
  }
  const response = await once(method, path, options);
  // A session that ran out can be renewed without the person noticing: once.
  if (response.status === 401 && sentWith && !isSessionCall(path)) {
    // A session that another tab replaced is not renewed over the new one, nor ended.
    const isRenewed = adoptToken() && (await renewed(sentWith));
    if (!adoptToken()) {
      throw new ApiFailure(givenUp);
    }
    if (isRenewed) {
      return once(method, path, options);
    }
  }
  return response;
}

const isSessionCall = (path: string) =>
  path === "getTokenService" || path === "logout" || path.endsWith("/login");

/** What the way to the sign-in asks, of which no session is wanted. */
const isOpenCall = (path: string) => path.endsWith("/getLoginUrl");

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
  const { token, longToken } = session.get();
  if (!longToken) {
    return false;
  }
  const reply = await readReply(await once("POST", "getTokenService", {}));
  const fresh = reply.data as { token?: string; longToken?: string } | null;
  if (!isSuccess(reply) || !fresh?.token) {
    return false;
  }
  if (adoptToken() && session.get().token === token) {
    session.set({
      token: fresh.token,
      longToken: fresh.longToken ?? longToken,
    });
  }
  return true;
}

/** One try: at the gateway where it serves the call, else at the front server. */
async function once(method: Method, path: string, options: CallOptions) {
  const way = wayOf(path);
  try {
    const response = await request(way, method, path, options);
    if (!way) {
      noteLine(awayStatuses.includes(response.status));
      return response;
    }
    if (response.status !== 401) {
      return response;
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") {
      throw new ApiFailure(givenUp);
    }
    const isLate =
      cause instanceof DOMException && cause.name === "TimeoutError";
    if (!(cause instanceof TypeError) && !isLate) {
      throw cause;
    }
    if (!way) {
      noteLine(true);
      throw new ApiFailure(unreachable);
    }
    // Whether a write arrived before the line broke, nobody knows: only reads are asked again.
    gateway.down();
    if (method !== "GET") {
      throw new ApiFailure(unreachable);
    }
    return once(method, path, options);
  }
  // The gateway's token is not taken any more, so nothing was done: the cloud decides what that means.
  gateway.down();
  return once(method, path, options);
}

/** What nobody but the cloud may see: who the person is there, and at another product. */
function ownHeaders() {
  const { token, longToken } = session.get();
  return {
    ...entryHeaders(),
    ...(token && { mdbtk: token }),
    ...(longToken && { "Blade-Auth": `bearer ${longToken}` }),
  };
}

const nameOfCall = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

function request(
  way: ReturnType<typeof wayOf>,
  method: Method,
  path: string,
  { query, body, form, signal }: CallOptions,
) {
  const headers: Record<string, string> = {
    "Accept-Language": currentLanguage(),
    ...(way ? { mdbtk: way.token } : ownHeaders()),
    // Browsers send a call again by themselves when an old connection breaks: the cloud knows it by its name.
    ...(!way && method !== "GET" && { "Idempotency-Key": nameOfCall() }),
  };
  const isJson = !form && method !== "GET" && body !== undefined;
  if (isJson) {
    headers["Content-Type"] = "application/json";
  }
  return fetch(addressOf(way?.origin ?? "", path, query, body), {
    method,
    headers,
    // A gateway may stand at another port of the cloud's host, and cookies do not know ports.
    credentials: way ? "omit" : "include",
    ...(way && { redirect: "error" as const }),
    ...(form && { body: way ? withSession(form) : form }),
    ...(isJson && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

function addressOf(
  origin: string,
  place: string,
  payload: Query | undefined,
  body: unknown,
) {
  const { path, query } = fillPath(place, payload, body);
  const search = searchOf(query);
  if (path.startsWith("/")) {
    return `${path}?${search}`;
  }
  const root = origin || baseOf(path.split("/", 1)[0]!);
  return `${root}${apiPrefix}/${path}?${search}`;
}
