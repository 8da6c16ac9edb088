import { stored } from "@/session/stored";

/** What the shell keeps in the browser beside the session. */
const domainKey = "mw.currentDomain";
const firstComeKey = "mw.firstCome";
const versionKey = "mw.menuVersion";
const hideHeadKey = "mw.hideHead";

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

/** The header is hidden by the flag or by the address; hideHead=0 shows it again. */
export function isHeadHidden(search: string) {
  const asked = new URLSearchParams(search).get("hideHead");
  if (asked === null) {
    return sessionStorage.getItem(hideHeadKey) === "1";
  }
  return asked === "1";
}
