import { call } from "@/api/call";
import type { WhyTask } from "./explain";

export interface PlanChange {
  kind: "move";
  taskId: string;
  resourceId?: string;
  start?: string;
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

export interface PlanEffect {
  tasks: {
    task: WhyTask;
    resource: string;
    was: string;
    start: string;
    end: string;
  }[];
  taskCount: number;
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

export const previewOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call<PlanEffect>("POST", `aps/plan/${scheduleId}/preview`, {
    body: { planId, changes },
  });

export const commitOf = (
  scheduleId: string,
  planId: string,
  changes: PlanChange[],
) =>
  call<{ id: string; version: number }>(
    "POST",
    `aps/plan/${scheduleId}/commit`,
    { body: { planId, changes } },
  );
