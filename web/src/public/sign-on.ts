import { call } from "@/api/call";
import { departure } from "@/session/departure";

/**
 * The path to come back to when a visit of /login means "go and sign in": then
 * single sign-on begins. A visit without one, with an authorization that waits,
 * or from the callback itself, is for the form (SSO-02).
 */
export function departsFrom(search: string) {
  const query = new URLSearchParams(search);
  const from = query.get("from") ?? "";
  const isCallback = from.split(/[?#]/)[0] === "/loginMedium";
  return from && !isCallback && !query.has("authRequestId") ? from : null;
}

/**
 * Where single sign-on begins; "" when the server does not say, for then the
 * form has to do. A page departs once: whoever asks while it is on its way
 * hears the same, and the first of them knows the way back.
 */
export async function signOnAddress(redirect: string) {
  const address = await departure.address(() => ask(redirect));
  if (!address) {
    departure.end(); // The page stays: the next departure is another one.
  }
  return address;
}

// Shown again from where the browser had put it aside, the page may depart anew.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) {
    departure.end();
  }
});

async function ask(redirect: string) {
  try {
    const { url } = await call<{ url: string }>(
      "POST",
      "/mcfront/basic-api/blade-auth/oauth/getLoginUrl",
      { body: { redirect } },
    );
    return isAddress(url) ? url : "";
  } catch {
    return "";
  }
}

/** A path of ours, or a whole address by http: nothing that runs. */
export const isAddress = (url: string) =>
  /^\/(?![/\\])/.test(url) || /^https?:\/\/[^/\\]/i.test(url);
