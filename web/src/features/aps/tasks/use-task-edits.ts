import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import {
  clashesOf,
  isEdited,
  storedOf,
  withEdit,
  type EditableTask,
  type EditField,
  type KeptTask,
  type TaskEdit,
} from "./task-edit";

/** Ticks and edits by task. They hang on no row: filtering, sorting and scrolling take none of them away. */
interface Kept {
  ticked: string[];
  tasks: Record<string, KeptTask>;
}

const nothing: Kept = { ticked: [], tasks: {} };

/** With a further value typed over a task, which ticks it. */
function typedInto(
  { ticked, tasks }: Kept,
  task: EditableTask,
  change: TaskEdit,
): Kept {
  const id = task.taskId;
  const before = tasks[id];
  const edit = withEdit(task, before?.edit ?? {}, change);
  const stored = storedOf(task);
  const was = Object.fromEntries(
    (Object.keys(edit) as EditField[]).map((field) => [
      field,
      before?.was[field] ?? stored[field],
    ]),
  );
  return {
    ticked: ticked.includes(id) ? ticked : [...ticked, id],
    tasks: { ...tasks, [id]: { task, edit, was } },
  };
}

/** With tasks as they stand now; the same object where none of them is kept. */
function refreshed(kept: Kept, rows: EditableTask[]): Kept {
  const known = rows.filter(
    (row) => kept.tasks[row.taskId] && kept.tasks[row.taskId]!.task !== row,
  );
  return known.length === 0
    ? kept
    : {
        ...kept,
        tasks: {
          ...kept.tasks,
          ...Object.fromEntries(
            known.map((task) => [
              task.taskId,
              { ...kept.tasks[task.taskId]!, task },
            ]),
          ),
        },
      };
}

/** Without tasks that are neither ticked nor edited: nobody asks about them again. */
function swept({ ticked, tasks }: Kept): Kept {
  return {
    ticked,
    tasks: Object.fromEntries(
      Object.entries(tasks).filter(
        ([id, { edit }]) => ticked.includes(id) || isEdited(edit),
      ),
    ),
  };
}

/**
 * What a planner has ticked and typed in the table of a schedule. It survives reload and the end of a session, and leaving the
 * page with edits asks.
 */
export function useTaskEdits(scheduleId: string, rows: EditableTask[]) {
  const draft = useDraft<Kept>(`tasks.${scheduleId}`);
  const [kept, setKept] = useState<Kept>(draft.restored ?? nothing);
  const [seen, setSeen] = useState(rows);
  if (rows !== seen) {
    setSeen(rows);
    setKept(refreshed(kept, rows));
  }
  const edited = useMemo(
    () => Object.values(kept.tasks).filter(({ edit }) => isEdited(edit)),
    [kept],
  );
  const { keep } = draft;
  const count = edited.length;
  useEffect(() => keep(count > 0 ? kept : null), [keep, kept, count]);
  const isDirty = useRef(false);
  useEffect(() => {
    isDirty.current = count > 0;
  }, [count]);
  useDirtyGuard(useCallback(() => isDirty.current, []));

  const tick = useCallback(
    (ids: string[]) =>
      setKept((before) => {
        const tasks = { ...before.tasks };
        for (const row of rows) {
          if (ids.includes(row.taskId)) {
            tasks[row.taskId] ??= { task: row, edit: {}, was: {} };
          }
        }
        return swept({ ticked: ids, tasks });
      }),
    [rows],
  );
  const type = useCallback(
    (task: EditableTask, change: TaskEdit) =>
      setKept((before) => typedInto(before, task, change)),
    [],
  );
  const refresh = useCallback(
    (fresh: EditableTask[]) => setKept((before) => refreshed(before, fresh)),
    [],
  );
  /** Of tasks that are saved, or of all of them. */
  const forget = useCallback(
    (ids?: string[]) =>
      setKept((before) =>
        ids
          ? {
              ticked: before.ticked.filter((id) => !ids.includes(id)),
              tasks: Object.fromEntries(
                Object.entries(before.tasks).filter(
                  ([id]) => !ids.includes(id),
                ),
              ),
            }
          : nothing,
      ),
    [],
  );
  /** Where somebody else has changed what was typed over: keeps what was typed, or takes what is there now. */
  const settle = useCallback(
    (side: "mine" | "theirs") =>
      setKept((before) => ({
        ...before,
        tasks: Object.fromEntries(
          Object.entries(before.tasks).map(([id, one]) => {
            const clashes = clashesOf(one);
            const keepsField = ([field]: [string, unknown]) =>
              side === "mine" || !clashes.includes(field as EditField);
            const edit = withEdit(
              one.task,
              Object.fromEntries(Object.entries(one.edit).filter(keepsField)),
              {},
            );
            const was = clashes.length > 0 ? storedOf(one.task) : one.was;
            return [id, { ...one, edit, was }];
          }),
        ),
      })),
    [],
  );
  const { ticked, tasks } = kept;
  const chosen = useMemo(
    () => ticked.flatMap((id) => tasks[id] ?? []),
    [ticked, tasks],
  );
  return { ticked, tasks, chosen, edited, tick, type, refresh, forget, settle };
}

export type TaskEdits = ReturnType<typeof useTaskEdits>;
