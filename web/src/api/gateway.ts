/**
 * Gateway mode: calls of the modules go to the gateway of the factory while it
 * answers. It only shortens the way: the front server answers everything too.
 */
export interface Gateway {
  /** Origin of the gateway, such as https://192.168.1.20:8443; empty: none. */
  origin: string;
  /** 1 = its last answer came in time. */
  state: 0 | 1;
  /** Public id of the session: form data carry it to the gateway, the token never leaves its header. */
  sessionId: string;
}

const none: Gateway = { origin: "", state: 0, sessionId: "" };

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

/** What a gateway serves; sessions, tenants and push stay with the cloud. */
const served = new Set(["aps", "bms", "bom", "capp", "mf"]);

/** The origin that a call goes to: the gateway's, or empty for our own. */
export function originOf(path: string) {
  const { origin, state } = now;
  return state === 1 && served.has(path.split("/", 1)[0]!) ? origin : "";
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
