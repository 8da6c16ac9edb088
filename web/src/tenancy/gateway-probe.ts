import { call } from "@/api/call";
import { gateway as mode } from "@/api/gateway";
import { askToken } from "@/api/gateway-token";
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
import { isSigned, newNonce } from "./gateway-signature";
import { isVirtual, tenancy, type Gateway } from "./tenancy";

/** How long a gateway may take to answer, in ms. */
const patience = 2000;

/** The address that a person is sent to for a check: inside where there is one, else outside. */
export function checkedAddress(gateway: Gateway): Address {
  const [inner, outer] = addressesOf(gateway);
  return inner.ip ? inner : outer;
}

/**
 * Does the gateway answer there, is it this one, and does it reach the cloud
 * itself? Anybody may register an address, and say so there: only what the
 * process behind the gateway's line has signed counts.
 */
async function answers(
  address: Address,
  { serverAppUuid, publicKey }: Gateway,
) {
  const nonce = newNonce();
  try {
    const response = await fetch(
      `${originOf(address)}/api/v1/gateway/ping?nonce=${nonce}&_t=${Date.now()}`,
      {
        signal: AbortSignal.timeout(patience),
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      },
    );
    const { data } = (await response.json()) as {
      data?: { serverAppUuid?: string; linked?: boolean; signature?: string };
    };
    return (
      data?.linked === true &&
      data.serverAppUuid === serverAppUuid &&
      (await isSigned(data.signature ?? "", publicKey, nonce, serverAppUuid))
    );
  } catch {
    return false; // No answer in time, or somebody else's.
  }
}

export interface Probe {
  state: Gateway["gatewayState"];
  /** Where it answers, inside before outside; empty: nowhere. */
  origin: string;
}

/**
 * Asks a gateway at both of its addresses. What works in the cloud alone is
 * always reachable; one whose line is down, or that has told no key, is not
 * asked. Of an address that this document may not call, the cloud's word stands.
 */
export async function probe(gateway: Gateway): Promise<Probe> {
  if (isVirtual(gateway)) {
    return { state: 1, origin: "" };
  }
  if (!gateway.live || !gateway.publicKey) {
    return { state: 0, origin: "" };
  }
  const known = addressesOf(gateway).filter(isAddress);
  const asked = known.filter((one) => mayCall(originOf(one)));
  const found = await Promise.all(asked.map((one) => answers(one, gateway)));
  const there = asked.find((_, at) => found[at]);
  if (there) {
    return { state: 1, origin: originOf(there) };
  }
  const isForbidden = asked.length < known.length;
  return { state: isForbidden ? 1 : 0, origin: "" };
}

/**
 * Asks every server of the list again; until one answers it counts as
 * unreachable. The cloud says anew which of them may be asked, and by what key.
 */
export async function probeAll() {
  resetAll();
  try {
    const servers = await call("POST", "upms/user/getGatewayServerList.do");
    tenancy.set({ servers });
    resetAll();
  } catch {
    // The list of before serves.
  }
  await Promise.all(tenancy.get().servers.map((one) => probeOne(one)));
}

const resetAll = () =>
  tenancy.set({
    servers: tenancy
      .get()
      .servers.map((one) => ({ ...one, gatewayState: 0 as const })),
  });

/** The place where the person works, when that is the gateway's. */
function placeOf({ factoryId, tenantId }: Gateway) {
  const { info } = tenancy.get();
  return info?.factoryId === factoryId && info.tenantId === tenantId
    ? info
    : null;
}

/** Asks one server and keeps what came of it. */
export async function probeOne(gateway: Gateway) {
  // Only here calls go through it; the token comes with the cloud's newest word.
  const word =
    placeOf(gateway) && !isVirtual(gateway)
      ? await askToken(gateway.serverAppUuid)
      : null;
  const { state, origin } = await probe({ ...gateway, ...word });
  const info = placeOf(gateway);
  if (!info) {
    keepState(gateway, state);
    return;
  }
  // From now on the calls of the modules go there, while it answers.
  const { mdbId } = session.get();
  const token = word?.token ?? null;
  const isUsable = origin !== "" && token !== null;
  const now = mode.set({
    origin,
    state: isUsable ? 1 : 0,
    sessionId: mdbId,
    token,
  });
  const counts = isUsable ? now : state;
  keepState(gateway, counts);
  tenancy.set({ info: { ...info, gatewayState: counts } });
  stored.keepText("gatewayState", String(counts));
}

function keepState(
  { serverAppUuid }: Gateway,
  gatewayState: Gateway["gatewayState"],
) {
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
