import type { UserData } from "@/session/session";
import { stored, thisTab } from "@/session/stored";

const key = "mw.wayBack";

/**
 * The page that this tab left to sign in, kept for the tab alone: several tabs depart together, each from a page of its own.
 */
export const keepWayBack = (path: string) => sessionStorage.setItem(key, path);

export const forgetWayBack = () => sessionStorage.removeItem(key);

/**
 * The page to go back to without signing in here: "" until the browser keeps a session of whom this tab belonged to. One
 * that has loaded its person: before that, single sign-on may put another one in its place.
 */
export function wayBack() {
  const owner = thisTab.userId();
  const comer = stored.value<UserData>("userData")?.userId;
  const isIn = comer && stored.value<string>("token");
  return isIn && (!owner || owner === comer)
    ? (sessionStorage.getItem(key) ?? "")
    : "";
}
