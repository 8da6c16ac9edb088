import { session } from "@/session/session";
import { call } from "./call";
import { isGood, type GatewayToken } from "./gateway";

/** What the cloud says of a gateway; the token is null where it cannot be used. */
export interface GatewayWord {
  live: boolean;
  publicKey: string;
  token: GatewayToken | null;
}

/** A token is not used in its last moments: a call takes time. */
const spareMs = 15_000;

let held: { token: GatewayToken; renew: number } | null = null;

/**
 * Asks the cloud for a token for the gateway of the factory; one that is not
 * half over yet is used on. Null: the cloud gave no answer, or refused.
 */
export async function askToken(
  serverAppUuid: string,
): Promise<GatewayWord | null> {
  const known = held?.token.serverAppUuid === serverAppUuid ? held : null;
  if (known && isGood(known.token) && Date.now() < known.renew) {
    return wordOf(known.token);
  }
  const asked = Date.now();
  try {
    const reply = await call("POST", "sys/gateway/{serverAppUuid}/token", {
      query: { serverAppUuid },
    });
    held = null;
    const { live, publicKey } = reply;
    if (!reply.token || !publicKey || reply.serverAppUuid !== serverAppUuid) {
      return { live, publicKey, token: null };
    }
    const lifeMs = reply.expiresIn * 1000;
    const token = {
      serverAppUuid,
      publicKey,
      token: reply.token,
      carries: reply.carries,
      session: session.get().token,
      expires: asked + lifeMs - spareMs,
    };
    held = { token, renew: asked + lifeMs / 2 };
    return wordOf(token);
  } catch {
    return known && isGood(known.token) ? wordOf(known.token) : null;
  }
}

const wordOf = (token: GatewayToken): GatewayWord => ({
  live: true,
  publicKey: token.publicKey,
  token,
});
