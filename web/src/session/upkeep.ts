import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { ApiFailure, textsOf } from "@/api/reply";
import { useChange } from "./change";
import { departure } from "./departure";
import { adoptEnded, keepEnded } from "./ended";
import { loginFrom } from "./login-from";
import { hasCachedMenus } from "./module-tree";
import { session } from "./session";
import { thisTab } from "./stored";
import { exitIsTold } from "./tell-exit";

/** Pages that need no session; the login of the callback carries its own. */
const publicPages = new Set([
  "/",
  "/login",
  "/third/login",
  "/register",
  "/registersucceed",
  "/forgot",
  "/forgotactive",
  "/forgotreset",
  "/forgotsucceed",
]);

export const isPublicPage = (path: string) =>
  publicPages.has(path.replace(/(.)\/+$/, "$1"));

type UserInfo = Schema<"IdentityCheckReply">;

/** What the page can do about its session; a test puts its own in place. */
export interface Ground {
  path: () => string;
  toLogin: (from: string) => void;
  reload: () => void;
}

const browser: Ground = {
  path: () => location.pathname + location.search,
  toLogin: (from) => location.assign(loginFrom(from)),
  reload: () => location.reload(),
};

/** Asks who the session is, each time that the tab is looked at again. */
export function keepSession(ground: Ground = browser) {
  function look() {
    if (document.visibilityState === "visible") {
      void checkSession(ground);
    }
  }
  document.addEventListener("visibilitychange", look);
  void exitIsTold(); // whatever page is opened after an exit of which the server has not heard
  return () => document.removeEventListener("visibilitychange", look);
}

export async function checkSession(ground: Ground = browser) {
  if (!session.signedIn() || session.isExited()) {
    return; // From an exit the news of the tab that made it leads away: nobody is asked with the session that it ends.
  }
  const path = ground.path();
  const isPublic = isPublicPage(path.split("?", 1)[0]!);
  // A storage that is full keeps no copy: the menus in memory are menus too.
  const hasMenus = hasCachedMenus() || session.get().modules.length > 0;
  if (!isPublic && !hasMenus) {
    depart(ground, path);
    return;
  }
  try {
    compare(await call("GET", "checklogin"));
  } catch (failure) {
    const code = failure instanceof ApiFailure ? failure.reply.code : 0;
    if (code !== 401 && code !== 11009) {
      return; // The server cannot be asked: the next look may.
    }
    if (isPublic) {
      session.leave(path);
      ground.reload(); // Once: nobody is signed in any more.
      return;
    }
    if (code === 11009) {
      keepEnded(textsOf((failure as ApiFailure).reply));
    } else {
      adoptEnded(); // Another tab has heard why, and took the token away.
    }
    depart(ground, path);
  }
}

/** Opens this address once more, by the way of a fresh page: it finds out where the person may still work. */
export function openAgain(ground: Ground = browser) {
  if (departure.begin()) {
    ground.reload();
  }
}

function depart(ground: Ground, path: string) {
  if (departure.begin()) {
    session.leave(path);
    ground.toLogin(path);
  }
}

/** The server knows best where the session works. */
function compare({ userId, tenantId, factoryId }: UserInfo) {
  const here = session.get().userData;
  if (!here) {
    return;
  }
  if (thisTab.userId() && userId !== thisTab.userId()) {
    useChange.setState({ change: "account" });
  } else if (tenantId !== here.tenantId || factoryId !== here.factoryId) {
    useChange.setState({ change: "place" });
  }
}
