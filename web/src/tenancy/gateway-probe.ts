import { call } from "@/api/call";
import { gateway as mode } from "@/api/gateway";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { isVirtual, tenancy, type Gateway } from "./tenancy";

/** How long a gateway may take to answer, in ms. */
const patience = 2000;

/** Where a gateway is reached by https: inside the factory, outside of it. */
export interface Address {
  ip: string;
  port: number | null;
}

function addressesOf(gateway: Gateway): {
  inner: Address;
  outer: Address;
} {
  return {
    inner: { ip: gateway.innerIp, port: gateway.httpsPort },
    outer: { ip: gateway.outerIp, port: gateway.httpsOuterPort },
  };
}

export const originOf = ({ ip, port }: Address) => `https://${ip}:${port}`;

/** The address that a person is sent to for a check: inside where there is one, else outside. */
export function checkedAddress(gateway: Gateway): Address {
  const { inner, outer } = addressesOf(gateway);
  return inner.ip ? inner : outer;
}

/** Does the gateway answer there, and is it this one? */
export async function answers(address: Address, serverAppUuid: string) {
  if (!address.ip || !address.port) {
    return false;
  }
  try {
    const response = await fetch(
      `${originOf(address)}/api/v1/gateway/ping?_t=${Date.now()}`,
      { signal: AbortSignal.timeout(patience), credentials: "omit" },
    );
    const { data } = (await response.json()) as {
      data?: { serverAppUuid?: string };
    };
    return response.ok && data?.serverAppUuid === serverAppUuid;
  } catch {
    return false; // No answer in time, or somebody else's.
  }
}

export interface Probe {
  /** 0 = unreachable, 1 = reachable. */
  state: 0 | 1;
  /** Where it answers, inside before outside; empty: nowhere. */
  origin: string;
}

/** Asks a gateway at both of its addresses. What works in the cloud alone is always reachable. */
export async function probe(gateway: Gateway): Promise<Probe> {
  if (isVirtual(gateway)) {
    return { state: 1, origin: "" };
  }
  const { inner, outer } = addressesOf(gateway);
  const [isInner, isOuter] = await Promise.all([
    answers(inner, gateway.serverAppUuid),
    answers(outer, gateway.serverAppUuid),
  ]);
  if (!isInner && !isOuter) {
    return { state: 0, origin: "" };
  }
  return { state: 1, origin: originOf(isInner ? inner : outer) };
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
  const { servers, info } = tenancy.get();
  tenancy.set({
    servers: servers.map((one) =>
      one.serverAppUuid === gateway.serverAppUuid
        ? { ...one, gatewayState: state }
        : one,
    ),
  });
  const isHere =
    info?.factoryId === gateway.factoryId && info.tenantId === gateway.tenantId;
  if (isHere) {
    tenancy.set({ info: { ...info, gatewayState: state } });
    stored.keepText("gatewayState", String(state));
    // From now on the calls of the modules go there, while it answers.
    mode.set({ origin, state, sessionId: session.get().mdbId });
  }
  return { state, origin };
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
  window.open(`${originOf({ ip, port })}/page/welcome`, "_blank", "noopener");
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
