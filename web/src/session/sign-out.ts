import { call } from "@/api/call";
import { departure } from "./departure";
import { passEndedOver } from "./ended";
import { forgetKept, session, wayKeys } from "./session";
import { clearTab, stored } from "./stored";

/**
 * Ends the session on the server, and with it the one at single sign-on. Gives
 * the address where another provider must be told, or the sign-in page.
 */
export async function signOut() {
  departure.begin(); // The line tells this page, too, that its session has ended.
  markExit();
  try {
    const { next } = await call("POST", "logout");
    return /^https?:\/\//.test(next) ? next : "/login";
  } catch {
    return "/login"; // Gone here in any case.
  }
}

/**
 * The person goes for good: the browser forgets them and keeps that they went. Before the server is told, so that no tab
 * learns of the end from the server and takes it for one that leaves a way back. This tab still has the token to end.
 */
export function markExit() {
  if (!session.isKept()) {
    return;
  }
  stored.keepText("isLogout", "1"); // before the token goes: the other tabs ask why it did
  forgetKept();
  stored.forget("localHaspExpireSwitch", "serverAppUuid", "gatewayState");
  stored.forget("workplaceLogin", "currentDomain");
  stored.forget(...wayKeys);
}

/** The person has gone for good: not even the place is kept. */
export function exit() {
  clearTab(); // whoever signs in here next came by a way of their own
  passEndedOver();
  markExit();
  session.clear();
}
