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

/** Who answers a probe must say that it is this one. */
let expected = "";

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

const probeMs = 2_000;

/** Asks the gateway whether it is there, without telling who asks; keeps what it finds as the state. */
export async function probeGateway() {
  const { origin } = now;
  if (!origin) {
    return;
  }
  let isUp = false;
  try {
    const response = await fetch(
      `${origin}/api/v1/gateway/ping?_t=${Date.now()}`,
      { credentials: "omit", signal: AbortSignal.timeout(probeMs) },
    );
    const { data } = (await response.json()) as {
      data?: { serverAppUuid?: string; linked?: boolean };
    };
    isUp = data?.linked === true && data.serverAppUuid === expected;
  } catch {
    // Out of reach, too slow, or somebody else at its address.
  }
  if (now.origin === origin) {
    now = { ...now, state: isUp ? 1 : 0 };
  }
}
