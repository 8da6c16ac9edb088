import { create } from "zustand";

/** The person who signed in, and where they work. */
export interface UserData {
  userId: string;
  userName: string;
  realName: string;
  tenantId: string;
  tenantName: string;
  factoryId: string;
  factoryName: string;
  factoryZone: string;
  headImg: string;
  language: string;
  pageSize: number;
}

/** One entry of the menu, as the server grants it. */
export interface MenuItem {
  menuName: string;
  menuUrl: string;
  menuKey: string;
  moduleKey: string;
  treeKey: string;
  display: number;
  iconName: string;
  newWindowFlag?: boolean | number;
  externalUrlFlag?: boolean | number;
  children?: MenuItem[] | null;
}

export interface Module {
  moduleId: string;
  moduleKey: string;
  moduleName: string;
  moduleUrl: string;
  iconName: string;
  kind: string;
  opened: boolean;
  menuChildren?: MenuItem[] | null;
}

export interface Session {
  token: string;
  longToken: string;
  tenantId: string;
  userData: UserData | null;
  modules: Module[];
  permitted: Record<string, boolean>;
  smsVerified: boolean;
}

const nobody: Session = {
  token: "",
  longToken: "",
  tenantId: "",
  userData: null,
  modules: [],
  permitted: {},
  smsVerified: false,
};

const prefix = "mw.";
// Menus and permissions are asked for anew by every page load.
const keptKeys = ["token", "longToken", "tenantId", "userData"] as const;

function restored(): Session {
  const kept: Record<string, unknown> = {};
  for (const key of keptKeys) {
    const text = localStorage.getItem(prefix + key);
    try {
      if (text !== null) {
        kept[key] = JSON.parse(text);
      }
    } catch {
      localStorage.removeItem(prefix + key);
    }
  }
  return { ...nobody, ...kept };
}

const store = create<Session>(restored);

/** The session outside React. Inside, useSession follows its changes. */
export const session = {
  get: () => store.getState(),

  set(change: Partial<Session>) {
    store.setState(change);
    const now = store.getState();
    for (const key of keptKeys) {
      localStorage.setItem(prefix + key, JSON.stringify(now[key]));
    }
  },

  /** Forgets who was signed in; the language and the looks stay. */
  clear() {
    store.setState(nobody);
    for (const key of keptKeys) {
      localStorage.removeItem(prefix + key);
    }
  },

  signedIn: () => store.getState().token !== "",
};

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

/** Another tab signed out or in as somebody else: this one must not go on. */
export function watchOtherTabs(onChange: () => void) {
  function onStorage(event: StorageEvent) {
    const before = store.getState();
    const isOurs = event.key === null || event.key === `${prefix}token`;
    if (isOurs && restored().token !== before.token) {
      store.setState(restored());
      onChange();
    }
  }
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
