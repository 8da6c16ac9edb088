import { expectedGateway, gateway } from "./gateway";

const probeMs = 2_000;

/** Asks the gateway whether it is there, without telling who asks; keeps what it finds as the state. */
export async function probeGateway() {
  const { origin } = gateway.get();
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
    isUp = data?.linked === true && data.serverAppUuid === expectedGateway();
  } catch {
    // Out of reach, too slow, or somebody else at its address.
  }
  const now = gateway.get();
  if (now.origin === origin) {
    gateway.set({ ...now, state: isUp ? 1 : 0 });
  }
}
