import { stored } from "@/session/stored";

/** What the shell keeps in the browser beside the session. */
const domainKey = "mw.currentDomain";
const firstComeKey = "mw.firstCome";
const versionKey = "mw.menuVersion";

export type MenuVersion = "old" | "new";

/** new: a narrow rail and the panel; old: the menu fixed at the side. */
export function menuVersion(): MenuVersion {
  return localStorage.getItem(versionKey) === "old" ? "old" : "new";
}

export function keepMenuVersion(version: MenuVersion) {
  localStorage.setItem(versionKey, version);
}

export function currentDomain() {
  const domain = localStorage.getItem(domainKey) ?? "";
  return /^https?:\/\//.test(domain) ? domain : "";
}

/** Signed in through a workplace messaging app: the account is kept there. */
export const isWorkplaceLogin = () => stored.text("workplaceLogin") === "1";

export function keepFirstCome() {
  localStorage.setItem(firstComeKey, "1");
}
