import { App } from "antd";
import { useCallback, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { ownerOf } from "./draft";
import { session } from "@/session/session";
import { useResourceTexts } from "./texts";

/**
 * Leaving with unsaved changes takes a second thought, by link and by tab.
 * Whoever was signed out leaves without one, so every form with this guard keeps
 * a draft beside it: `useDraft(name)`, told of what differs in an effect
 * (`draft.keep(draftFrom(fields, stored, values))`), begun with
 * `mergeDraft(draft.restored, stored)`, and a `DraftNote` while there is one.
 * Never keep passwords or other secrets.
 * A form that hangs on a parameter of the address beside the path names it as
 * its holder. Answers with the way out for a form that is closed by no address:
 * it asks where there is something to lose.
 */
export function useDirtyGuard(isDirty: () => boolean, holder?: string) {
  const { modal } = App.useApp();
  const t = useResourceTexts();
  const [owner] = useState(ownerOf);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      (here.pathname !== next.pathname ||
        valueOf(holder, here.search) !== valueOf(holder, next.search)) &&
      // Who was signed out cannot stay, and the draft is kept.
      session.signedIn() &&
      isDirty(),
  );

  const ask = useCallback(
    (leave: () => void, stay?: () => void) =>
      modal.confirm({
        title: t("leaveTitle"),
        content: t("leaveText"),
        okText: t("leave"),
        cancelText: t("stay"),
        onOk: leave,
        ...(stay && { onCancel: stay }),
      }),
    [modal, t],
  );

  useEffect(() => {
    if (blocker.state !== "blocked") {
      return;
    }
    const dialog = ask(
      () => blocker.proceed(),
      () => blocker.reset(),
    );
    return () => dialog.destroy();
  }, [blocker, ask]);

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      // Whoever signed out or went to another factory has left on purpose.
      if (session.signedIn() && ownerOf() === owner && isDirty()) {
        event.preventDefault();
      }
    }
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty, owner]);

  return useCallback(
    (leave: () => void) => {
      if (isDirty()) {
        ask(leave);
      } else {
        leave();
      }
    },
    [isDirty, ask],
  );
}

const valueOf = (holder: string | undefined, search: string) =>
  holder && new URLSearchParams(search).get(holder);
