import { queryOptions } from "@tanstack/react-query";
import { askAgain } from "@/api/ask-again";
import { call } from "@/api/call";
import { lookEvery } from "@/api/push-line";
import type { LateToday } from "@/ui/late-today";
import type { PlanName, WorkedBy } from "./plan-version";

export interface RunView {
  runId: string;
  state: string;
  phase: string;
  percent: number;
  late: number;
  seconds: number;
  queued: boolean;
  /** In the queue of all runs while it waits, 1 is next; 0 where it is not known. */
  place: number;
  /** Runs of the same factory that wait before it. */
  ownBefore: number;
}

export interface Schedule {
  id: string;
  version: number;
  name: string;
  startTime: string;
  deliveryTime: string | null;
  /** Of its open moulds: what holds without a delivery of its own. */
  latestDelivery: string | null;
  mouldIds: string[];
  status: 0 | 1 | 2 | 3;
  runStatus: 0 | 1 | 2 | 3;
  runSeconds: number | null;
  schedulerName: string;
  publisherName: string;
  publishTime: string | null;
  createTime: string;
  createUserName: string;
  defaultFlag: boolean;
  /** Plans with the mock settings before the others and is never published. */
  simulation: boolean;
  /** Of its newest plan, 0 before the first one. */
  planNumber: number;
  /** Of that of its plans that the factory works by, 0: none is in force. */
  inForceNumber: number;
  inForceSince: string | null;
  /** What took the place of the one of its plans that was in force last. */
  replacedBy?: PlanName | null;
  moulds: number;
  tasks: number;
  unscheduled: number;
  late: number;
  /** Moulds of other schedules, kept from the plan in force: the figures before do not count them. */
  carriedMoulds: number;
  carriedLate: number;
  /** Late by the dates of today, while its newest plan is in force and counts otherwise. */
  today?: LateToday | null;
  run: RunView | null;
  message: string;
}

export type Verb =
  | "run"
  | "edit"
  | "rename"
  | "delete"
  | "cancel"
  | "publish"
  | "simulate"
  | "again"
  | "default";

// The server decides; the buttons only spare a refusal.
const allowed: Record<Verb, readonly number[]> = {
  run: [0, 2, 3],
  edit: [0, 2],
  rename: [0, 1, 2, 3],
  delete: [0, 2],
  cancel: [1],
  publish: [2],
  simulate: [0, 1, 2, 3],
  again: [3],
  default: [0, 1, 2, 3],
};

// Allowed of a published schedule, too, once a newer plan waits.
const ahead: readonly Verb[] = ["publish", "edit"];

/** Published, with a newer plan than the one in force. */
export const isAhead = ({
  status,
  planNumber,
  inForceNumber,
}: Pick<Schedule, "status" | "planNumber" | "inForceNumber">) =>
  status === 3 && planNumber !== inForceNumber;

export function mayNow(
  verb: Verb,
  schedule: Pick<
    Schedule,
    "status" | "simulation" | "planNumber" | "inForceNumber"
  >,
) {
  const real = verb === "publish" || verb === "default";
  return (
    (allowed[verb].includes(schedule.status) ||
      (ahead.includes(verb) && isAhead(schedule))) &&
    !(real && schedule.simulation)
  );
}

/** The state that its row shows: of its run while that waits or is under way, else its own. */
export const stateOf = ({ run, runStatus, status }: Schedule) =>
  run
    ? run.queued
      ? "runQueued"
      : (`run${runStatus}` as const)
    : (`status${status}` as const);

interface Sought {
  sort: string;
  q: string;
}

/** How the server sorts a list that nobody has sorted. */
export const newestFirst = "-createTime";

/** The newest schedules that match, and how many there are. */
export const schedulesQuery = (search: string) =>
  listQuery({ size: 500, sort: newestFirst, q: search });

/** One schedule, as the only row of its list; none when it is gone. */
export const scheduleQuery = (id: string) => listQuery({ size: 1, id });

function listQuery(asked: { size: number; id?: string } & Partial<Sought>) {
  return queryOptions({
    queryKey: ["schedules", asked],
    queryFn: () =>
      call<{ rows: Schedule[]; total: number; inForce?: WorkedBy | null }>(
        "POST",
        "aps/exe/job/query",
        { body: { page: 1, ...asked } },
      ),
    // The server's push says when to look; while it is silent and something runs, look anyway.
    refetchInterval: ({ state }) =>
      askAgain(
        state.error,
        state.data?.rows.some((row) => row.status === 1)
          ? lookEvery(700)
          : false,
      ),
  });
}

export function scheduleCall<Data = unknown>(
  name: string,
  body: unknown,
  confirm?: string,
) {
  return call<Data>("POST", `aps/exe/job/${name}`, {
    body,
    query: { confirm },
  });
}
