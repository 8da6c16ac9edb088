import { adoptToken } from "./adopt-token";
import { useChange, type Change } from "./change";
import { departure } from "./departure";
import { adoptEnded } from "./ended";
import { session, type UserData } from "./session";
import { stored, thisTab } from "./stored";

/** Compares what this tab works as with what the browser keeps. */
export function changeElsewhere(): Change | null {
  const here = session.get();
  if (!here.token) {
    return null;
  }
  const token = stored.value<string>("token");
  if (!token) {
    return "signed-out";
  }
  const kept = stored.value<UserData>("userData");
  // Whose a token is, is written before it; who that is in full comes later.
  const isOther = (id: string | null | undefined) =>
    thisTab.userId() !== "" && !!id && id !== thisTab.userId();
  if (
    isOther(kept?.userId) ||
    (token !== here.token && isOther(stored.value<string>("accountId")))
  ) {
    return "account";
  }
  if (!kept || !here.userData) {
    return null; // Somebody is still loading: the next look tells.
  }
  const isMoved =
    kept.tenantId !== here.userData.tenantId ||
    kept.factoryId !== here.userData.factoryId;
  return isMoved ? "place" : null;
}

/** Looks whenever another tab has written, and tells what it did. */
export function watchOtherTabs(onSignedOut: () => void) {
  function look() {
    if (departure.isUnderWay()) {
      return;
    }
    const change = changeElsewhere();
    if (change === "signed-out") {
      departure.begin();
      adoptEnded();
      session.clear();
      onSignedOut();
      return;
    }
    useChange.setState({ change });
    if (change === null) {
      adoptToken();
    }
  }
  function onStorage(event: StorageEvent) {
    const isOurs =
      event.key === null ||
      stored.isKey(event.key, "token") ||
      stored.isKey(event.key, "accountId") ||
      stored.isKey(event.key, "userData");
    if (isOurs) {
      look();
    }
  }
  function onVisible() {
    if (document.visibilityState === "visible") {
      look();
    }
  }
  /** A page that the browser had put aside and shows again, by its Back button. */
  function onShown({ persisted }: PageTransitionEvent) {
    if (!persisted) {
      return;
    }
    departure.end();
    if (session.signedIn()) {
      look();
    } else {
      departure.begin();
      onSignedOut();
    }
  }
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onShown);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onShown);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
