import { useQuery } from "@tanstack/react-query";
import { previewOf } from "./preview";
import type { Draft } from "./use-draft";

/** What the whole draft does to its plan; not asked of one that holds nothing, or is behind. */
export const useDraftEffect = (scheduleId: string, draft: Draft | undefined) =>
  useQuery({
    queryKey: ["draft-effect", scheduleId, draft?.planId, draft?.changes],
    queryFn: () => previewOf(scheduleId, draft!.planId, draft!.changes),
    enabled: draft !== undefined && !draft.behind && draft.changes.length > 0,
    // The last effect stays on show while the next one is calculated.
    placeholderData: (before) => before,
  });
