import { call } from "@/api/call";
import type { WhyTask } from "./explain";

export type ChangeKind =
  | "move"
  | "lock"
  | "unlock"
  | "hours"
  | "outsource"
  | "split"
  | "overtime";

export interface PlanChange {
  kind: ChangeKind;
  taskId?: string;
  resourceId?: string;
  start?: string;
  minutes?: number;
  from?: string;
  to?: string;
  /** Of the operation: needed to keep what belongs into its record. */
  version?: number;
}

export interface MouldEffect {
  mouldId: string;
  mouldNo: string;
  due: string | null;
  before: string | null;
  after: string | null;
  /** Later is positive. */
  minutes: number;
  /** Minutes late afterwards. */
  late: number;
  nowLate: boolean;
}

export interface TaskShift {
  task: WhyTask;
  resource: string;
  was: string;
  start: string;
  end: string;
}

export interface PlanEffect {
  tasks: TaskShift[];
  taskCount: number;
  /** What splits add. */
  segments: TaskShift[];
  moulds: MouldEffect[];
  nowLate: number;
  rescued: number;
  /** Change of the sum of priority x minutes late; less is better. */
  tardiness: number;
  conflicts: {
    task: WhyTask;
    other: WhyTask | null;
    kind: string;
    minutes: number;
  }[];
}

/** A task with what an edit needs of its operation. */
export interface ScheduleTask {
  taskId: string;
  /** Of the operation; 0 for a step that has none. */
  version: number;
  recordHours: number;
  setupHours: number;
  supplierId: string;
  leadDays: number;
  batches: boolean;
  ordered: boolean;
}

export const previewOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call<PlanEffect>("POST", `aps/plan/${scheduleId}/preview`, {
    body: { planId, changes },
  });

export const keepOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call<{ id: string; version: number }>("POST", "aps/schedule/task/update", {
    body: { scheduleId, planId, changes },
  });

export const taskOf = async (scheduleId: string, taskId: string) => {
  const list = await call<{ rows: ScheduleTask[] }>(
    "POST",
    "aps/schedule/task/getList",
    { body: { scheduleId, taskIds: [taskId] } },
  );
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
