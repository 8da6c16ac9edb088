import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { can } from "@/session/session";

export type ChangeKind =
  | "move"
  | "lock"
  | "unlock"
  | "hours"
  | "outsource"
  | "split"
  | "overtime";

export type PlanChange = Schema<"ApsPlanChange">;

export type MouldEffect = Schema<"ApsMouldEffect">;

/** A part with a due date of its own whose end moves. */
export type PartEffect = Schema<"ApsPartEffect">;

export type TaskShift = Schema<"ApsTaskShift">;

export type PlanEffect = Schema<"ApsPlanEffect">;

/** A task with what an edit needs of its operation. */
export type ScheduleTask = Pick<
  Schema<"ApsScheduleTask">,
  | "taskId"
  | "version"
  | "recordHours"
  | "setupHours"
  | "supplierId"
  | "leadDays"
  | "batches"
  | "ordered"
>;

export const previewOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call("POST", "aps/plan/{scheduleId}/preview", {
    query: { scheduleId },
    body: { planId, changes },
  });

export const keepOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call("POST", "aps/schedule/task/update", {
    body: { scheduleId, planId, changes },
  });

export const taskOf = async (scheduleId: string, taskId: string) => {
  const list = await call("POST", "aps/schedule/task/getList", {
    body: { scheduleId, taskIds: [taskId] },
  });
  return list.rows[0] ?? null;
};

/** What may be changed, and what the chart knows of it. */
export interface Changeable {
  kind: "machine" | "people" | "outside";
  /** 0 none, 1 machine, 2 machine and times. */
  lock: number;
  isBegun: boolean;
  /** A workpiece in one go. */
  isWhole: boolean;
  hasSuppliers: boolean;
  /** Null while it is not known. */
  task: ScheduleTask | null;
}

/** The kinds of changes that a planner is offered; the server has the last word. */
export function kindsFor(of: Changeable): ChangeKind[] {
  if (of.isBegun) {
    return [];
  }
  const hasRecord = of.task !== null && of.task.version > 0;
  const isRecorded = hasRecord && !of.task!.batches && of.isWhole;
  const kinds: [ChangeKind, boolean][] = [
    ["move", of.lock !== 2],
    ["lock", isRecorded && of.lock !== 2 && of.kind === "machine"],
    ["unlock", isRecorded && of.lock > 0],
    ["hours", isRecorded && of.lock !== 2 && of.kind !== "outside"],
    [
      "outsource",
      isRecorded && of.lock !== 2 && of.hasSuppliers && !of.task!.ordered,
    ],
    ["split", of.lock !== 2 && of.kind === "machine" && of.isWhole],
    ["overtime", of.kind !== "outside"],
  ];
  return kinds.filter(([, may]) => may).map(([kind]) => kind);
}

/** What may be kept: a record asks for its own permission too. */
export function permissionsOf(kind: ChangeKind): string[] {
  switch (kind) {
    case "move":
    case "split":
      return ["aps.schedule.modify"];
    case "overtime":
      return ["aps.schedule.modify", "system.resourceException.add"];
    default:
      return ["aps.schedule.modify", "capp.operation.modify"];
  }
}

/** The permissions that somebody lacks to keep changes. */
export const missingFor = (changes: PlanChange[]) => [
  ...new Set(
    changes
      .flatMap(({ kind }) => permissionsOf(kind ?? "move"))
      .filter((key) => !can(key)),
  ),
];
