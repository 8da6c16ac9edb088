import { call } from "@/api/call";

/**
 * Ends the session on the server, and with it the one at single sign-on. Gives
 * the address where another provider must be told, or the sign-in page.
 */
export async function signOut() {
  try {
    const { next } = await call<{ next: string }>("POST", "logout");
    return /^https?:\/\//.test(next) ? next : "/login";
  } catch {
    return "/login"; // Gone here in any case.
  }
}
