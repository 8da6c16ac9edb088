/**
 * What the browser keeps of a session. Every key of ours begins with one
 * prefix, so that nothing of other products on the same origin is touched.
 */
const prefix = "mw.";

/** Keys in local storage. Those that no page of ours fills yet are cleared all the same. */
export type StoredKey =
  // Who it is, and what they may open.
  | "accountId"
  | "token"
  | "longToken"
  | "tenantId"
  | "userData"
  | "menuData"
  | "menuJson"
  | "menuOptData"
  | "moduleData"
  | "kanbanInfo"
  | "exejobId"
  // Where they were.
  | "preLoginPath"
  | "preLoginOf"
  | "pathname"
  | "search"
  // Where they work.
  | "serverAppUuid"
  | "gatewayState"
  | "VerifiedViaSMS"
  | "localHaspExpireSwitch"
  | "workplaceLogin"
  | "isLogout"
  | "exitOwed"
  | "ended"
  | "enterpriseRegistration"
  // The product as this browser shows it.
  | "basePath"
  | "lang"
  | "version"
  | "langJson"
  | "langCacheTime"
  | "isShowMenu"
  | "currentDomain"
  | "firstCome"
  | "menuVersion";

const ofPerson = [
  "userData",
  "menuData",
  "menuJson",
  "menuOptData",
  "moduleData",
  "kanbanInfo",
  "exejobId",
] as const satisfies StoredKey[];

export const stored = {
  /** A plain text, empty where there is none. */
  text: (key: StoredKey) => localStorage.getItem(prefix + key) ?? "",

  keepText(key: StoredKey, text: string) {
    if (text === "") {
      localStorage.removeItem(prefix + key);
    } else {
      localStorage.setItem(prefix + key, text);
    }
  },

  /** What was kept under the key, or null; what cannot be read is dropped. */
  value<Value>(key: StoredKey): Value | null {
    const text = localStorage.getItem(prefix + key);
    try {
      return text === null ? null : (JSON.parse(text) as Value);
    } catch {
      localStorage.removeItem(prefix + key);
      return null;
    }
  },

  /** A full storage costs the copy, never the session. */
  keep(key: StoredKey, value: unknown) {
    try {
      localStorage.setItem(prefix + key, JSON.stringify(value));
    } catch {
      localStorage.removeItem(prefix + key);
    }
  },

  forget(...keys: StoredKey[]) {
    for (const key of keys) {
      localStorage.removeItem(prefix + key);
    }
  },

  /** The person, their menus, modules, kanban and job, not their tokens. */
  forgetPerson() {
    stored.forget(...ofPerson);
  },

  isKey: (name: string | null, key: StoredKey) => name === prefix + key,
};

const currentUser = `${prefix}currentUserId`;
const typedPhone = `${prefix}typedPhone`;

/** The account that this tab works as; other tabs may go on as another. */
export const thisTab = {
  userId: () => sessionStorage.getItem(currentUser) ?? "",
  keepUserId: (id: string) => sessionStorage.setItem(currentUser, id),
  forgetUserId: () => sessionStorage.removeItem(currentUser),
  /** The phone number that somebody is signing in with, while the way leads elsewhere and back. */
  phone: () => sessionStorage.getItem(typedPhone) ?? "",
  keepPhone: (phone: string) => sessionStorage.setItem(typedPhone, phone),
  forgetPhone: () => sessionStorage.removeItem(typedPhone),
};

const draftPrefix = `${prefix}draft.`;

/** Session storage without the drafts of forms: what was typed is not lost by a switch. */
export function clearTab() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !key.startsWith(draftPrefix)) {
      sessionStorage.removeItem(key);
    }
  }
}
