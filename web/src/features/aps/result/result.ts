import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { numbered, type PlanOf } from "../plan/plan-version";

export type Axis = Schema<"ApsEvaluationAxis">;

/** A mould that a plan does not hold wholly. */
export type UnplannedMould = Schema<"ApsUnplannedMould">;

/** A part with a due date of its own. */
export type ForcedDelivery = Schema<"ApsForcedDelivery">;

export type GroupLoad = Schema<"ApsGroupLoad">;

export type Section = Schema<"ApsSectionFigures">;

/** Data that a run has missed. */
export type DataHint = Schema<"ApsDataHint">;

export type Evaluation = Schema<"ApsEvaluation">;

export function evaluationQuery(of: PlanOf) {
  return queryOptions({
    queryKey: ["evaluation", of],
    queryFn: () =>
      call("POST", "aps/exe/job/getEvaluate", {
        body: { id: of.id, ...numbered(of) },
      }),
    enabled: of.version !== undefined,
  });
}
