import { useCallback, useEffect, useRef } from "react";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";

/** Guards what is ticked of a role, and keeps it through the end of a session. Answers what was ticked before. */
export function useRoleGuard(form: string) {
  const { restored, keep } = useDraft<string[]>(form);
  const dirty = useRef(false);
  useDirtyGuard(
    useCallback(() => dirty.current, []),
    "id",
  );
  return {
    restored,
    /** Tells what is ticked, null where that is what is stored. */
    useTicks(ticks: string[] | null) {
      useEffect(() => {
        dirty.current = ticks !== null;
        keep(ticks);
      });
    },
    /** What was ticked is stored. */
    saved() {
      dirty.current = false;
      keep(null);
    },
  };
}
