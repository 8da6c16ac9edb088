import { call } from "@/api/call";
import { departure } from "./departure";
import { session } from "./session";

/**
 * Ends the session on the server, and with it the one at single sign-on. Gives
 * the address where another provider must be told, or the sign-in page.
 */
export async function signOut() {
  departure.begin(); // The line tells this page, too, that its session has ended.
  session.markExit();
  try {
    const { next } = await call("POST", "logout");
    return /^https?:\/\//.test(next) ? next : "/login";
  } catch {
    return "/login"; // Gone here in any case.
  }
}
