import { call } from "@/api/call";
import { isAway } from "@/api/connection";
import type { Text } from "@/i18n/language";
import { departure } from "./departure";
import { passEndedOver, tellOtherTabs } from "./ended";
import { forgetKept, session, wayKeys } from "./session";
import { clearTab, stored } from "./stored";
import { heardWithin } from "./tell-exit";

const signedOutHere = {
  zh: "您已在另一个标签页退出登录",
  en: "You signed out in another tab.",
};

/**
 * Ends the session on the server, and with it the one at single sign-on. Gives
 * the address where another provider must be told, or the sign-in page. An exit
 * that the server does not hear of is owed: the sign-in page says so and tells it.
 * words are for the other tabs of the browser.
 */
export async function signOut(words: Text = signedOutHere) {
  departure.begin(); // The line tells this page, too, that its session has ended.
  tellOtherTabs(words);
  const { token, longToken } = session.get();
  markExit();
  try {
    const signal = AbortSignal.timeout(heardWithin);
    const { next } = await call("POST", "logout", { signal });
    return /^https?:\/\//.test(next) ? next : "/login";
  } catch (failure) {
    if (isAway(failure) && !stored.text("token")) {
      stored.keep("exitOwed", { token, longToken });
    }
    return "/login"; // Gone here in any case.
  }
}

/**
 * Leaves for where signing out leads: with another document, so that nothing of this one is left. While the server has not heard
 * of the exit it may send none; then within this one.
 */
export function leaveFor(next: string, go: (path: string) => void) {
  if (stored.text("exitOwed")) {
    go("/login");
  } else {
    location.replace(next);
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
