import { App } from "antd";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { session } from "@/session/session";
import { useResourceTexts } from "./texts";

/** Leaving with unsaved changes takes a second thought, by link and by tab. */
export function useDirtyGuard(isDirty: () => boolean) {
  const { modal } = App.useApp();
  const t = useResourceTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A search beside the open form does not leave it; who was signed out cannot stay, and the draft is kept.
      currentLocation.pathname !== nextLocation.pathname &&
      session.signedIn() &&
      isDirty(),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") {
      return;
    }
    const dialog = modal.confirm({
      title: t("leaveTitle"),
      content: t("leaveText"),
      okText: t("leave"),
      cancelText: t("stay"),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
    return () => dialog.destroy();
  }, [blocker, modal, t]);

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (isDirty()) {
        event.preventDefault();
      }
    }
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}
