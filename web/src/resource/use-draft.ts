import { useCallback, useEffect, useState } from "react";
import { session } from "@/session/session";
import { draftKeyOf, draftOf, keepDraft } from "./draft";

/**
 * Keeps what is typed in a form through the end of a session, a kick and a
 * reload. The form calls keep with what differs whenever that changes, and with
 * null once it is saved; it begins with what is restored.
 */
export function useDraft<Kept>(form: string) {
  const [key] = useState(() => draftKeyOf(form));
  const [restored, setRestored] = useState(() => draftOf<Kept>(key));
  useEffect(
    () => () => {
      // Whoever leaves the form while signed in has been asked; whoever was signed out has not.
      if (session.get().token) {
        keepDraft(key, null);
      }
    },
    [key],
  );
  const keep = useCallback((kept: Kept | null) => keepDraft(key, kept), [key]);
  const drop = useCallback(() => {
    keepDraft(key, null);
    setRestored(null);
  }, [key]);
  return { restored, keep, drop };
}
