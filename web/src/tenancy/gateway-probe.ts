import { call } from "@/api/call";
import { gateway as mode } from "@/api/gateway";
import { currentLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import {
  addressesOf,
  isAddress,
  mayCall,
  originOf,
  type Address,
} from "./gateway-policy";
import { isVirtual, tenancy, type Gateway } from "./tenancy";

/** How long a gateway may take to answer, in ms. */
const patience = 2000;

/** The address that a person is sent to for a check: inside where there is one, else outside. */
export function checkedAddress(gateway: Gateway): Address {
  const [inner, outer] = addressesOf(gateway);
  return inner.ip ? inner : outer;
}

/** Does the gateway answer there, is it this one, and does it reach the cloud itself? */
async function answers(address: Address, serverAppUuid: string) {
  try {
    const response = await fetch(
      `${originOf(address)}/api/v1/gateway/ping?_t=${Date.now()}`,
      { signal: AbortSignal.timeout(patience), credentials: "omit" },
    );
    const { data } = (await response.json()) as {
      data?: { serverAppUuid?: string; linked?: boolean };
    };
    return data?.linked === true && data.serverAppUuid === serverAppUuid;
  } catch {
    return false; // No answer in time, or somebody else's.
  }
}

export interface Probe {
  /** 0 = unreachable, any other value reachable. */
  state: number;
  /** Where it answers, inside before outside; empty: nowhere. */
  origin: string;
}

/**
 * Asks a gateway at both of its addresses. What works in the cloud alone is
 * always reachable; of an address that this document may not call, the server's
 * own word stands.
 */
export async function probe(gateway: Gateway): Promise<Probe> {
  if (isVirtual(gateway)) {
    return { state: 1, origin: "" };
  }
  const known = addressesOf(gateway).filter(isAddress);
  const asked = known.filter((one) => mayCall(originOf(one)));
  const found = await Promise.all(
    asked.map((one) => answers(one, gateway.serverAppUuid)),
  );
  const there = asked.find((_, at) => found[at]);
  if (there) {
    return { state: 1, origin: originOf(there) };
  }
  const isForbidden = asked.length < known.length;
  return { state: isForbidden ? gateway.gatewayState : 0, origin: "" };
}

/** Asks every server of the list again; until one answers it counts as unreachable. */
export async function probeAll() {
  const { servers } = tenancy.get();
  tenancy.set({
    servers: servers.map((one) => ({ ...one, gatewayState: 0 })),
  });
  await Promise.all(servers.map((one) => probeOne(one)));
}

/** Asks one server and keeps what came of it. */
export async function probeOne(gateway: Gateway) {
  const { state, origin } = await probe(gateway);
  const { info } = tenancy.get();
  const isHere =
    info?.factoryId === gateway.factoryId && info.tenantId === gateway.tenantId;
  if (!isHere) {
    keepState(gateway, state);
    return;
  }
  // From now on the calls of the modules go there, while it answers.
  const { mdbId } = session.get();
  const now = mode.set({ origin, state: origin ? 1 : 0, sessionId: mdbId });
  const counts = origin ? now : state;
  keepState(gateway, counts);
  tenancy.set({ info: { ...info, gatewayState: counts } });
  stored.keepText("gatewayState", String(counts));
}

function keepState({ serverAppUuid }: Gateway, gatewayState: number) {
  tenancy.set({
    servers: tenancy
      .get()
      .servers.map((one) =>
        one.serverAppUuid === serverAppUuid ? { ...one, gatewayState } : one,
      ),
  });
}

export type Checked = "opened" | "no-port" | "failed";

/**
 * What a person asks for by hand: opens the gateway's welcome page, where the
 * browser also learns to trust it, and has the server say whether the
 * gateway's own line to the cloud is up.
 */
export async function checkGateway(gateway: Gateway): Promise<Checked> {
  const { ip, port } = checkedAddress(gateway);
  if (!port) {
    return "no-port";
  }
  // At once: a window that opens after an answer is blocked by browsers.
  const welcome = `${originOf({ ip, port })}/page/welcome?lang=${currentLanguage()}`;
  window.open(welcome, "_blank", "noopener");
  try {
    await call("POST", "sys/gateway/connect", {
      form: new URLSearchParams({
        serverAppUuid: gateway.serverAppUuid,
        gatewayIp: ip,
        gatewayPort: String(port),
      }),
    });
    return "opened";
  } catch {
    return "failed";
  }
}
