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

/** How long a person waits before a screen of which the server has not heard that they leave, in milliseconds. */
const waitAtMost = 1_000;

/**
 * Ends the session on the server, and with it the one at single sign-on. Gives
 * the address where another provider must be told, or the sign-in page. An exit
 * is owed from the click on until the server has heard of it: the sign-in page
 * says so and tells it. words are for the other tabs of the browser.
 */
export async function signOut(words: Text = signedOutHere) {
  departure.begin(); // The line tells this page, too, that its session has ended.
  tellOtherTabs(words);
  const { token, longToken } = session.get();
  if (session.isKept()) {
    stored.keep("exitOwed", { token, longToken });
  }
  markExit();
  const telling = tellServer();
  const isSlow = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), waitAtMost),
  );
  const next = await Promise.race([telling, isSlow]);
  if (next === null) {
    // The page stands at the sign-in by then; a provider must be told all the same.
    void telling.then((late) => {
      if (late !== "/login") {
        location.replace(late);
      }
    });
  }
  return next ?? "/login";
}

/** Gives where the exit leads. The person is gone here in any case. */
async function tellServer() {
  try {
    const signal = AbortSignal.timeout(heardWithin);
    const { next } = await call("POST", "logout", { signal });
    stored.forget("exitOwed");
    return /^https?:\/\//.test(next) ? next : "/login";
  } catch (failure) {
    if (!isAway(failure)) {
      stored.forget("exitOwed"); // it knows nobody by these tokens
    }
    return "/login";
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
