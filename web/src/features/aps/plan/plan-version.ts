import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { scheduleQuery } from "./schedule";

/** A plan as pages name it and find it. */
export type PlanName = Schema<"ApsPlanName">;

/** The plan that the factory works by. */
export type WorkedBy = Schema<"ApsWorkedBy">;

/** A plan in the list of its schedule's versions. */
export type PlanVersion = Schema<"ApsPlanVersion">;

/** Which plan of a schedule is asked about. */
export interface PlanOf {
  id: string;
  /** Of the schedule: it changes with every new plan. Undefined while there is none to ask about. */
  version: number | undefined;
  /** 0 for the newest. */
  planNumber: number;
}

/** The plans of a schedule, the newest first. */
export const versionsQuery = ({ id, version }: Omit<PlanOf, "planNumber">) =>
  queryOptions({
    queryKey: ["plan-versions", id, version],
    queryFn: () =>
      call("GET", "aps/plan/{scheduleId}/versions", {
        query: { scheduleId: id },
      }),
    enabled: version !== undefined,
    // The list stays on show while a new plan makes it another one.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === id ? previous : undefined,
  });

/** Changes the note or the pin of a plan. */
export const remarkOn = (
  scheduleId: string,
  { planNumber, version }: PlanVersion,
  change: { note?: string; pinned?: boolean },
) =>
  call("POST", "aps/plan/{scheduleId}/remark", {
    query: { scheduleId },
    body: { planNumber, version, ...change },
  });

/** How a call names a plan: the newest goes without a number. */
export const numbered = ({ planNumber }: Pick<PlanOf, "planNumber">) =>
  planNumber > 0 ? { planNumber } : {};

export type PlanPage = "tasks" | "gantt" | "result";

/** The address of a plan; what else is asked stands in more. */
export function planPath(
  page: PlanPage,
  { id, planNumber }: Omit<PlanOf, "version">,
  more: Record<string, string> = {},
) {
  const asked = new URLSearchParams({
    ...(planNumber > 0 && { plan: String(planNumber) }),
    ...more,
  }).toString();
  return `/aps/schedule/${id}/${page}${asked && `?${asked}`}`;
}

/** A number that a version may have. */
const number = /^[1-9]\d{0,8}$/;

/**
 * The plan that the address of a page names (?plan=3), without a number the newest. What is no number goes out of the
 * address; of a number that no version has, isMissing tells.
 */
export function useShownPlan() {
  const { id = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const found = useQuery(scheduleQuery(id));
  const schedule = found.data?.rows[0];
  const asked = search.get("plan");
  const isNumber = asked !== null && number.test(asked);
  const isNone = asked !== null && !isNumber;
  useEffect(() => {
    if (isNone) {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("plan");
          return next;
        },
        { replace: true },
      );
    }
  }, [isNone, setSearch]);
  const planNumber = isNumber ? Number(asked) : 0;
  const of: PlanOf = {
    id,
    version: schedule?.tasks ? schedule.version : undefined,
    planNumber,
  };
  const versions = useQuery(versionsQuery(of));
  const isMissing =
    planNumber > 0 &&
    versions.isSuccess &&
    !versions.isPlaceholderData &&
    versions.data.rows.every((row) => row.planNumber !== planNumber);
  return {
    found,
    schedule,
    of,
    isMissing,
    isNewest: planNumber === 0 || planNumber === schedule?.planNumber,
  };
}
