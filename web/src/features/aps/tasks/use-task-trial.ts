import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { call } from "@/api/call";
import { outcomeOf } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { currentLanguage } from "@/i18n/language";
import { labelled } from "@/i18n/punctuation";
import { wordsOf } from "@/ui/failure";
import {
  keepOf,
  previewOf,
  type PlanChange,
  type PlanEffect,
} from "../draft/preview";
import { useDraft } from "../draft/use-draft";
import {
  changesOf,
  clashesOf,
  faultsOf,
  isEdited,
  isLocked,
  mostChanges,
  titleOf,
  type Fault,
  type KeptTask,
} from "./task-edit";
import type { TaskEdits } from "./use-task-edits";

/** What the planner is told before anything is tried. */
export type Notice =
  | { about: "unlockFirst" | "left"; tasks: string[] }
  | { about: "fault"; fault: Fault; tasks: string[] }
  | { about: "noChange" | "decideFirst" }
  | { about: "tooMany"; count: number };

type Purpose = "inspect" | "save";

/** Changes that were tried, on the plan that they were tried on, together with a draft. */
interface Tried {
  purpose: Purpose;
  planId: string;
  changes: PlanChange[];
  draft: number;
  effect: PlanEffect;
  /** Of the table when they were tried. */
  shownPlan: string;
}

/** Some of the ticked tasks are in the plan no more. */
class LeftPlan extends Error {
  constructor(readonly tasks: string[]) {
    super("tasks have left the plan");
  }
}

interface TrialOf {
  scheduleId: string;
  /** The plan of the rows on show. */
  shownPlan: string;
  edits: TaskEdits;
  /** Says what has to be ticked first. */
  onUnticked: (text: "tickToSave" | "tickTask") => void;
  onSaved: (count: number) => void;
  onDrafted: (count: number) => void;
}

/** What stands in the way of trying the ticked tasks; null: nothing. */
function noticeOf(chosen: KeptTask[], purpose: Purpose): Notice | null {
  const titles = (of: KeptTask[]) => of.map(({ task }) => titleOf(task));
  const locked = chosen.filter(isLocked);
  if (purpose === "inspect" && locked.length > 0) {
    return { about: "unlockFirst", tasks: titles(locked) };
  }
  for (const fault of ["supplier", "hours", "lead"] as const) {
    const wrong = chosen.filter((one) => faultsOf(one).includes(fault));
    if (wrong.length > 0) {
      return { about: "fault", fault, tasks: titles(wrong) };
    }
  }
  if (chosen.some((one) => clashesOf(one).length > 0)) {
    return { about: "decideFirst" };
  }
  const count = chosen.flatMap(changesOf).length;
  return count === 0
    ? { about: "noChange" }
    : count > mostChanges
      ? { about: "tooMany", count }
      : null;
}

/**
 * Tries and keeps the edits of the ticked tasks, as the Gantt does with one change: nothing is kept that was not tried, on the
 * plan and with the versions of the operations that hold then.
 */
export function useTaskTrial(of: TrialOf) {
  const { scheduleId, shownPlan, edits } = of;
  const client = useQueryClient();
  const [notice, setNotice] = useState<Notice | null>(null);
  const chosen = edits.chosen.filter(({ edit }) => isEdited(edit));
  const changes = chosen.flatMap(changesOf);
  const { draft, add } = useDraft(scheduleId);
  const before = draft?.changes ?? [];
  const draftVersion = draft?.version ?? 0;

  const attempt = useMutation({
    mutationFn: async (purpose: Purpose): Promise<Tried | null> => {
      const taskIds = chosen.map(({ task }) => task.taskId);
      const now = await call("POST", "aps/schedule/task/getList", {
        body: { scheduleId, taskIds, size: 500 },
      });
      const by = new Map(now.rows.map((row) => [row.taskId, row]));
      edits.refresh(now.rows);
      const left = chosen.filter(({ task }) => !by.has(task.taskId));
      if (left.length > 0) {
        throw new LeftPlan(left.map(({ task }) => titleOf(task)));
      }
      const fresh = chosen.map((one) => ({
        ...one,
        task: by.get(one.task.taskId)!,
      }));
      if (fresh.some((one) => clashesOf(one).length > 0)) {
        return null; // told beside the table
      }
      const changes = fresh.flatMap(changesOf);
      const { planId } = now;
      const effect = await previewOf(scheduleId, planId, [
        ...before,
        ...changes,
      ]);
      return {
        ...{ purpose, planId, changes, effect, shownPlan },
        draft: draftVersion,
      };
    },
    onError: (error) => {
      if (error instanceof LeftPlan) {
        setNotice({ about: "left", tasks: error.tasks });
      }
    },
    // Somebody may have been faster: the rows show what is there.
    onSettled: () => client.invalidateQueries({ queryKey: ["schedules"] }),
  });

  /** The server tries them with the draft once more. */
  const draftIt = useMutation({
    mutationFn: ({ planId, changes }: Tried) => add(changes, planId),
    onSuccess: (_draft, { changes }) => {
      const ids = [...new Set(changes.flatMap(({ taskId }) => taskId ?? []))];
      attempt.reset();
      edits.forget(ids);
      of.onDrafted(ids.length);
    },
  });

  const keep = useMutation({
    mutationFn: ({ planId, changes }: Tried) =>
      keepOf(scheduleId, planId, changes),
    onSuccess: (_saved, { changes }) => {
      const ids = [...new Set(changes.flatMap(({ taskId }) => taskId ?? []))];
      attempt.reset();
      edits.forget(ids);
      of.onSaved(ids.length);
      void client.invalidateQueries({ queryKey: ["schedule-task"] });
    },
    onError: () => attempt.reset(),
    onSettled: () => client.invalidateQueries({ queryKey: ["schedules"] }),
  });

  const tried = attempt.data;
  const isSame =
    JSON.stringify(tried?.changes) === JSON.stringify(changes) &&
    tried?.draft === draftVersion;
  // The table may learn later than the trial of the plan that this was made on.
  const isOnPlan =
    tried?.planId === shownPlan || tried?.shownPlan === shownPlan;
  const hasDraft = (draft?.steps.length ?? 0) > 0;
  const isBusy = attempt.isPending || keep.isPending || draftIt.isPending;

  function begin(purpose: Purpose) {
    keep.reset();
    draftIt.reset();
    setNotice(null);
    if (edits.ticked.length === 0) {
      of.onUnticked(purpose === "save" ? "tickToSave" : "tickTask");
      return;
    }
    const notice = noticeOf(edits.chosen, purpose);
    if (notice) {
      attempt.reset();
      setNotice(notice);
    } else if (purpose === "save" && tried && isSame && isOnPlan && !hasDraft) {
      keep.mutate(tried); // it was looked at already
    } else {
      attempt.mutate(purpose);
    }
  }

  const failure = keep.error ?? draftIt.error ?? attempt.error;
  return {
    notice,
    /** What the changes at hand do; null while nobody has asked, or since one of them is another. */
    tried: tried && isSame && isOnPlan && !isBusy ? tried : null,
    isOutdated: Boolean(tried && isSame && !isOnPlan && !isBusy),
    isTrying: attempt.isPending,
    isKeeping: keep.isPending,
    /** Changes wait in a draft: what is added to them is kept with them. */
    hasDraft,
    draftChanges: before.length,
    failure:
      failure && !(failure instanceof LeftPlan)
        ? wordsOfTrial(
            failure,
            failure === attempt.error ? [...before, ...changes] : changes,
            edits,
          )
        : null,
    inspect: () => !isBusy && begin("inspect"),
    save: () => !isBusy && begin("save"),
    keep: () => tried && !isBusy && keep.mutate(tried),
    /** Null for those who have no drafts. */
    draftIt: draft ? () => tried && !isBusy && draftIt.mutate(tried) : null,
    /** What stood in the way may do so no more. */
    clearNotice: useCallback(() => setNotice(null), []),
    drop: () => {
      attempt.reset();
      keep.reset();
      draftIt.reset();
      setNotice(null);
    },
  };
}

/** The words of a refusal; what is said about one change names its task. */
function wordsOfTrial(
  failure: unknown,
  changes: PlanChange[],
  { tasks }: TaskEdits,
) {
  const outcome =
    failure instanceof ApiFailure
      ? outcomeOf(failure.reply, { onLoginPage: false, smsVerified: false })
      : null;
  if (outcome?.kind !== "fields") {
    return wordsOf(failure);
  }
  return outcome.errors
    .map(({ field, texts }) => {
      const index = /^changes\.(\d+)\./.exec(field)?.[1];
      const id = index && changes[Number(index)]?.taskId;
      const words = texts[currentLanguage()];
      const of = id && tasks[id];
      return of ? labelled(titleOf(of.task), words) : words;
    })
    .join(" ");
}
