import { apiPrefix, frontBase } from "@/api/address";
import { awayStatuses } from "@/api/connection";
import { stored } from "./stored";

/** How long the server has to hear of an exit, in milliseconds: nobody waits before the screen of one that hangs. */
export const heardWithin = 5_000;

/** How long a page may stay empty, in milliseconds, before the sign-in page goes on telling of an exit. */
export const emptyFor = 1_000;

/**
 * Tells the server of an exit that it has not heard of, if there is one, by the tokens that the session had; answers whether
 * it has now, within some milliseconds. Cookies go along, unless they may be of somebody who has signed in.
 */
export async function exitIsTold(withCookies = true, within = heardWithin) {
  const owed = stored.value<{ token: string; longToken: string }>("exitOwed");
  if (!owed) {
    return true;
  }
  try {
    const { status } = await fetch(`${frontBase}${apiPrefix}/logout`, {
      method: "POST",
      signal: AbortSignal.timeout(within),
      credentials: withCookies ? "include" : "omit",
      headers: {
        ...(owed.token && { mdbtk: owed.token }),
        ...(owed.longToken && { "Blade-Auth": `bearer ${owed.longToken}` }),
      },
    });
    if (awayStatuses.includes(status)) {
      return false;
    }
  } catch {
    return false;
  }
  stored.forget("exitOwed");
  return true;
}
