import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { numbered, type PlanOf } from "./plan-version";

export type MouldShift = Schema<"ApsMouldShift">;

/** A part with a due date of its own, or a batch of it. */
export type PartShift = Schema<"ApsPartShift">;

export type PlanConflict = Schema<"ApsPlanConflict">;

export type NewMould = Schema<"ApsNewMould">;

export type Difference = Schema<"ApsDifference">;

export function differenceQuery(of: PlanOf) {
  return queryOptions({
    queryKey: ["difference", of],
    queryFn: () =>
      call("POST", "aps/exe/job/getDifference", {
        body: { id: of.id, ...numbered(of) },
      }),
    enabled: of.version !== undefined,
  });
}
