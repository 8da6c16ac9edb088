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

export const gateway = {
  get: () => now,
  set: (next: Gateway) => void (now = next),
  clear: () => void (now = none),
  /** It did not answer: from now on the front server does. */
  down: () => void (now = { ...now, state: 0 }),
};

/** What a gateway serves; sessions, tenants and push stay with the cloud. */
const served = new Set(["aps", "bms", "bom", "capp", "mf"]);

/** The origin that a call goes to: the gateway's, or empty for our own. */
export function originOf(path: string) {
  const { origin, state } = now;
  return state === 1 && served.has(path.split("/", 1)[0]!) ? origin : "";
}

/** Form data on the way to a gateway: the session's public id goes along. */
export function withSession(form: FormData) {
  const copy = new FormData();
  for (const [key, value] of form.entries()) {
    copy.append(key, value);
  }
  copy.set("sessionId", now.sessionId);
  return copy;
}
