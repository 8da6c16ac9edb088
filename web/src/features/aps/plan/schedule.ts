import { queryOptions } from "@tanstack/react-query";
import { askAgain } from "@/api/ask-again";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { lookEvery } from "@/api/push-line";

export type RunView = Schema<"ApsRunView">;

export type Schedule = Schema<"ApsScheduleView">;

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
      call("POST", "aps/exe/job/query", { body: { page: 1, ...asked } }),
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
