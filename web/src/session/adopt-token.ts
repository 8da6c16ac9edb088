import { isHeld } from "./change";
import { session, type UserData } from "./session";
import { stored } from "./stored";

/**
 * Whether the browser still keeps the session of this tab. One that another
 * tab renewed for the same person at the same place is taken over; while it
 * is not known whose a token is, it is somebody else's.
 */
export function adoptToken() {
  const here = session.get();
  const token = stored.value<string>("token") ?? "";
  if (isHeld()) {
    return false;
  }
  if (token === here.token) {
    return true;
  }
  const kept = stored.value<UserData>("userData");
  const accountId = stored.value<string>("accountId") || kept?.userId;
  // Who is still on the way in has loaded nothing of a place: a sign-in makes two sessions, and the second ends the first.
  const isEntering = !here.userData;
  if (accountId !== (isEntering ? here.accountId : here.userData?.userId)) {
    return false;
  }
  if (!token || (!isEntering && !(kept && isSame(kept, here.userData)))) {
    return false;
  }
  session.set({ token, longToken: stored.value<string>("longToken") ?? "" });
  return true;
}

const isSame = (kept: UserData, here: UserData | null) =>
  kept.userId === here?.userId &&
  kept.tenantId === here.tenantId &&
  kept.factoryId === here.factoryId;
