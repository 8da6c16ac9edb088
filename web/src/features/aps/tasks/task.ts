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

/** Whose tasks are asked for: those of a plan, or of a mould in the plan in force, which has no scopes. */
export type TasksOf = PlanOf | { mouldNo: string };

/** The question for tasks, as the server takes it. */
export const questionOf = (
  of: TasksOf,
  { search, lock, scope, state, status }: TaskChoices,
  sort: string,
) => ({
  ...("mouldNo" in of
    ? { mouldNo: of.mouldNo }
    : { scheduleId: of.id, ...numbered(of), scope }),
  lockStatus: lock,
  ...(state && { state }),
  ...(status >= 0 && { status }),
  sort: taskSorts.includes(sort.replace(/^-/, "")) ? sort : "plannedStart",
  q: search,
});

export type TaskQuestion = ReturnType<typeof questionOf>;

/** A page of tasks; for those who edit, with what that needs. */
type TaskPage = Pick<Schema<"ApsTaskList">, "rows" | "total" | "tasks"> &
  Partial<Pick<Schema<"ApsScheduleTaskList">, "planId" | "suppliers">>;

/** The tasks of a question, page by page. The plan that they are of changes with the version. */
export const tasksQuery = (
  question: TaskQuestion,
  version: number | undefined,
  mayEdit = false,
) =>
  infiniteQueryOptions({
    queryKey: ["tasks", version, question, mayEdit],
    queryFn: ({ pageParam, signal }): Promise<TaskPage> => {
      const asked = {
        body: { ...question, page: pageParam, size: rowsPerPage() },
        signal,
      };
      return mayEdit
        ? call("POST", "aps/schedule/task/getList", asked)
        : call("POST", "aps/task/plan/query", asked);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * rowsPerPage() < last.total ? pages.length + 1 : undefined,
    // Another plan of the same question takes the place of the rows when it is there: fields that are open stay open.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.slice(2)) ===
      JSON.stringify([question, mayEdit])
        ? previous
        : undefined,
  });
