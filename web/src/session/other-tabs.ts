import { adoptToken } from "./adopt-token";
import { useChange, type Change } from "./change";
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
  if (!kept || !here.userData) {
    return null; // Somebody is still loading: the next look tells.
  }
  if (thisTab.userId() && kept.userId !== thisTab.userId()) {
    return "account";
  }
  const isMoved =
    kept.tenantId !== here.userData.tenantId ||
    kept.factoryId !== here.userData.factoryId;
  return isMoved ? "place" : null;
}

/** Looks whenever another tab has written, and tells what it did. */
export function watchOtherTabs(onSignedOut: () => void) {
  function look() {
    const change = changeElsewhere();
    if (change === "signed-out") {
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
  window.addEventListener("storage", onStorage);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("storage", onStorage);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
