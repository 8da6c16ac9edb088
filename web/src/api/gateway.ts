import { session } from "@/session/session";

/**
 * Gateway mode: calls of the modules go to the gateway of the factory while it
 * answers. It only shortens the way: the front server answers everything too.
 * A gateway gets a token of its own, never the session's or the account's.
 */
export interface Gateway {
  /** Origin of the gateway, such as https://192.168.1.20:8443; empty: none. */
  origin: string;
  /** 1 = its last answer came in time, and was signed. */
  state: 0 | 1;
  /** Public id of the session: form data carry it to the gateway. */
  sessionId: string;
  token: GatewayToken | null;
}

/** What the cloud gives a session for calls through one gateway. */
export interface GatewayToken {
  serverAppUuid: string;
  /** Checks the gateway's answers to a ping. */
  publicKey: string;
  token: string;
  /** Paths that the gateway carries; calls of all others go to the cloud. */
  carries: string[];
  /** The session's token for which it was given. */
  session: string;
  /** When it ends, in ms since 1970, with some time to spare. */
  expires: number;
}

const none: Gateway = { origin: "", state: 0, sessionId: "", token: null };

let now = none;

/** For how long a gateway that failed a call is left alone, whatever a probe says. */
const restMs = 60_000;

let resting = { origin: "", until: 0 };

const isResting = (origin: string) =>
  origin === resting.origin && Date.now() < resting.until;

/** Told on the window when a call found nobody at the gateway. */
export const gatewayDown = "mw-gateway-down";

export const gateway = {
  get: () => now,

  /** Takes over what a probe has found; gives the state that counts. */
  set(next: Gateway) {
    now = isResting(next.origin) ? { ...next, state: 0 } : next;
    return now.state;
  },

  clear() {
    now = none;
    resting = { origin: "", until: 0 };
  },

  /** It did not answer: from now on the front server does, and whoever shows its state looks again. */
  down() {
    resting = { origin: now.origin, until: Date.now() + restMs };
    now = { ...now, state: 0 };
    window.dispatchEvent(new Event(gatewayDown));
  },
};

/** Whether a token still stands for this session. */
export const isGood = (token: GatewayToken) =>
  token.session === session.get().token && Date.now() < token.expires;

/** The way of a call through the gateway; null: it goes to the cloud. */
export function wayOf(path: string) {
  const { origin, state, token } = now;
  const usable = state === 1 && origin && token && isGood(token);
  return usable && isCarried(path, token.carries)
    ? { origin, token: token.token }
    : null;
}

function isCarried(path: string, carries: string[]) {
  const bare = path.split("?", 1)[0]!;
  // A dot segment would be taken out on the way, and lead elsewhere.
  return (
    !bare.split("/").includes("..") &&
    carries.some((one) => bare === one || bare.startsWith(`${one}/`))
  );
}

/** A form on the way to a gateway: the session's public id goes along. */
export function withSession(form: FormData | URLSearchParams) {
  if (form instanceof URLSearchParams) {
    const copy = new URLSearchParams(form);
    copy.set("sessionId", now.sessionId);
    return copy;
  }
  const copy = new FormData();
  for (const [key, value] of form.entries()) {
    copy.append(key, value);
  }
  copy.set("sessionId", now.sessionId);
  return copy;
}

/** Where the person works, as the module tree tells it. */
export interface Place {
  serverAppUuid: string;
  /** The session's public id. */
  mdbId: string;
}

/** The gateway of the place, or its factory where it works in the cloud alone. */
let placed = "";

/** Takes over where the person works: another place begins without its gateway, until a probe has found it. */
export function placeGateway({ serverAppUuid, mdbId }: Place) {
  now = { ...(serverAppUuid === placed ? now : none), sessionId: mdbId };
  placed = serverAppUuid;
}
