import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { rowsPerPage } from "@/session/rows-per-page";
import { numbered, type PlanOf } from "../plan/plan-version";

/** A row of the task table. */
export type Task = Schema<"ApsTaskView">;

/** States that the table can be narrowed to. */
export const taskStates = [
  "scheduled",
  "unscheduled",
  "late",
  "conflict",
  "assumed",
  "marked",
  "outsourced",
  "batched",
  "unbatched",
] as const;

/** Whose tasks the table shows, whatever else it is narrowed to. */
export const taskScopes = ["own", "carried", "all"] as const;

/** What the table is narrowed to. */
export interface TaskChoices {
  search: string;
  /** 0 unlocked, 1 locked, 2 all. */
  lock: 0 | 1 | 2;
  scope: (typeof taskScopes)[number];
  state: "" | (typeof taskStates)[number];
  /** -1 is any. */
  status: -1 | 0 | 1 | 2 | 3;
}

/** What the server sorts tasks by; kept layouts and old addresses may name more. */
const taskSorts = [
  "mouldNo",
  "partNo",
  "opNo",
  "batchNo",
  "batchQty",
  "processName",
  "resourceName",
  "groupName",
  "plannedStart",
  "plannedEnd",
  "latestStart",
  "latestEnd",
  "hours",
  "priority",
];

/** The question for the tasks of a plan, as the server takes it. */
export const questionOf = (
  plan: PlanOf,
  { search, lock, scope, state, status }: TaskChoices,
  sort: string,
) => ({
  scheduleId: plan.id,
  ...numbered(plan),
  lockStatus: lock,
  scope,
  ...(state && { state }),
  ...(status >= 0 && { status }),
  sort: taskSorts.includes(sort.replace(/^-/, "")) ? sort : "plannedStart",
  q: search,
});

/** The tasks of a schedule, page by page. */
export const tasksQuery = (
  question: ReturnType<typeof questionOf>,
  version: number | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ["tasks", version, question],
    queryFn: ({ pageParam, signal }) =>
      call("POST", "aps/task/plan/query", {
        body: { ...question, page: pageParam, size: rowsPerPage() },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * rowsPerPage() < last.total ? pages.length + 1 : undefined,
  });
