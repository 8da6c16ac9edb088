import type { Schema } from "@/api/contract";
import { create } from "zustand";
import { departure } from "./departure";
import { forgetEnded } from "./ended";
import { clearTab, stored, thisTab } from "./stored";

/** The person who signed in, and where they work. */
export type UserData = Schema<"MenuUserData">;

/** One entry of the menu, as the server grants it. */
export type MenuItem = Schema<"MenuItem">;

export type Module = Schema<"MenuModuleData">;

export interface Session {
  /** Whose token it is; known as soon as the token is. */
  accountId: string;
  token: string;
  longToken: string;
  tenantId: string;
  userData: UserData | null;
  modules: Module[];
  permitted: Record<string, boolean>;
  smsVerified: boolean;
  /** Public id of the session: it travels where the token must not. */
  mdbId: string;
}

const nobody: Session = {
  accountId: "",
  token: "",
  longToken: "",
  tenantId: "",
  userData: null,
  modules: [],
  permitted: {},
  smsVerified: false,
  mdbId: "",
};

/** In the order they are written: another tab that sees a new token sees whose it is. */
const keptKeys = [
  "accountId",
  "userData",
  "tenantId",
  "longToken",
  "token",
] as const;

function restored(): Session {
  const kept: Record<string, unknown> = {};
  for (const key of keptKeys) {
    const value = stored.value(key);
    if (value !== null) {
      kept[key] = value;
    }
  }
  if (kept.token) {
    forgetEnded(); // also where another tab has signed in
  }
  const smsVerified = stored.text("VerifiedViaSMS") === "1";
  return { ...nobody, ...kept, smsVerified };
}

const store = create<Session>(restored);

/** The session outside React. Inside, useSession follows its changes. */
export const session = {
  get: () => store.getState(),

  /**
   * Whether what the browser keeps is the session of this tab. Another tab may
   * have signed in meanwhile, or exited: then nothing of it is this tab's to change.
   */
  isKept() {
    const kept = stored.value<string>("token");
    return kept ? kept === store.getState().token : !session.isExited();
  },

  /** Whether the person has gone for good from the session that this tab still holds: whoever signs in takes the mark away. */
  isExited: () => session.signedIn() && session.hasExited(),

  /** Takes over what another tab of this browser has begun since this page was loaded. */
  restore() {
    store.setState(restored());
  },

  set(change: Partial<Session>) {
    const isKept = session.isKept();
    store.setState(change);
    if (change.userData) {
      thisTab.keepUserId(change.userData.userId);
    }
    if (change.accountId) {
      dropWayOfOthers(change.accountId);
    }
    if (change.token) {
      departure.end();
      forgetEnded();
    } else if (!isKept) {
      return;
    }
    // Only what changes: another tab may have written the rest as somebody else.
    for (const key of keptKeys) {
      if (key in change) {
        stored.keep(key, change[key]);
      }
    }
    if (change.smsVerified !== undefined) {
      stored.keepText("VerifiedViaSMS", change.smsVerified ? "1" : "");
    }
    if (change.token || change.userData) {
      stored.forget("isLogout", "exitOwed");
    }
  },

  /** Forgets who was signed in; the language and the looks stay, and so does whoever has signed in in another tab. */
  clear() {
    forgetSession();
  },

  /** Forgets what was loaded for a place: another one is loaded next. */
  forgetPlace() {
    forgetLoaded();
    clearTab();
  },

  /** On the way to a page that must be settled first: without user and menus, and where to come back to. */
  moveAway(path: string) {
    const from = accountId();
    if (forgetLoaded()) {
      keepWay(path, from);
    }
  },

  /** On the way to the login: nobody any more, and where to come back to. */
  leave(path: string) {
    const from = accountId();
    if (forgetSession()) {
      keepWay(path, from);
    }
  },

  /** Whether the person has gone for good, and nobody has come since. */
  hasExited: () => stored.text("isLogout") === "1",

  signedIn: () => store.getState().token !== "",
};

/** Forgets who was signed in; false where whom the browser keeps is somebody else. */
function forgetSession() {
  const isKept = session.isKept();
  store.setState(nobody);
  if (isKept) {
    forgetKept();
  }
  return isKept;
}

/** What the browser keeps goes; this tab still has it. */
export function forgetKept() {
  stored.forget(...keptKeys, "VerifiedViaSMS");
  stored.forgetPerson();
}

/** Forgets person and menus; false where those that the browser keeps are somebody else's. */
function forgetLoaded() {
  const isKept = session.isKept();
  store.setState({ userData: null, modules: [], permitted: {} });
  if (isKept) {
    stored.forgetPerson();
  }
  return isKept;
}

export const wayKeys = [
  "preLoginPath",
  "pathname",
  "search",
  "preLoginOf",
] as const;

const accountId = () => {
  const { accountId, userData } = store.getState();
  return accountId || (userData?.userId ?? "");
};

/** The way back is for whoever left, or for anybody when nobody was signed in. */
function dropWayOfOthers(comer: string) {
  const owner = stored.text("preLoginOf");
  if (owner && owner !== comer) {
    stored.forget(...wayKeys);
  }
}

/** Where to come back to after the login; the places around it are none. */
function keepWay(path: string, from: string) {
  const [pathname = "", search = ""] = path.split(/(?=\?)/, 2);
  if (pathname !== "" && pathname !== "/" && !pathname.startsWith("/login")) {
    stored.keepText("preLoginPath", path);
    stored.keepText("pathname", pathname);
    stored.keepText("search", search);
    stored.keepText("preLoginOf", from);
  }
}

export function useSession<Part>(pick: (session: Session) => Part) {
  return store(pick);
}

/** May the person do this: can("aps.schedule.run"). */
export function can(operation: string) {
  return store.getState().permitted[operation] === true;
}

export function useCan(operation: string) {
  return useSession((now) => now.permitted[operation] === true);
}

/** The zone of the factory: every time on every screen is shown in it. */
export function useZone() {
  return useSession((now) => now.userData?.factoryZone || "Asia/Shanghai");
}
