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

/** Told on the window when a call found nobody at the gateway. */
export const gatewayDown = "mw-gateway-down";

export const gateway = {
  get: () => now,
  set: (next: Gateway) => void (now = next),
  clear: () => void (now = none),
  /** It did not answer: from now on the front server does, and whoever shows its state looks again. */
  down() {
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

/** Form data on the way to a gateway: the session's public id goes along. */
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
  gatewayIp: string;
  gatewayPort: string;
  serverAppUuid: string;
  /** The session's public id. */
  mdbId: string;
}

/** serverAppUuid: who answers a probe must say that it is this one. */
let expected = "";

export const expectedGateway = () => expected;

/**
 * Takes over the gateway of the factory; a factory in the cloud has no address
 * and none is used. The cookie lets the server name the gateway in the policy
 * of the next page; what it cannot find by that, it does not allow.
 */
export function placeGateway(place: Place) {
  const { gatewayIp, gatewayPort, serverAppUuid, mdbId } = place;
  const isAddress =
    /^[\w.-]+$/.test(gatewayIp) && /^\d{1,5}$/.test(gatewayPort);
  const origin = isAddress ? `https://${gatewayIp}:${gatewayPort}` : "";
  const isSame = origin === now.origin && serverAppUuid === expected;
  expected = serverAppUuid;
  now = { origin, state: isSame ? now.state : 0, sessionId: mdbId };
  if (/^[\w-]{1,64}$/.test(serverAppUuid)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `mw-place=${serverAppUuid}; path=/; SameSite=Lax${secure}`;
  }
}
