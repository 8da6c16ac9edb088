import { useEffect, useRef } from "react";

/** Ctrl+S, and Cmd+S, saves; while a save is under way it does nothing, not even the browser's own. */
export function useSaveKey(save: () => void, isPending: boolean) {
  const latest = useRef({ save, isPending });
  useEffect(() => {
    latest.current = { save, isPending };
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        if (!latest.current.isPending) {
          latest.current.save();
        }
      }
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
