import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import type { PlanChange } from "../draft/preview";

export type Rescues = Schema<"ApsRescues">;

export type Rescue = Rescues["rescues"][number];

export type RescueStep = Rescue["steps"][number];

/** What a search is about: rescues hold for these changes of this plan, and for no others. */
export interface RescueOf {
  scheduleId: string;
  planId: string;
  mouldId: string;
  changes: PlanChange[];
}

export const rescuesOf = (
  { scheduleId, ...body }: RescueOf,
  signal: AbortSignal,
) =>
  call("POST", "aps/plan/{scheduleId}/rescues", {
    query: { scheduleId },
    body,
    signal,
  });

/** Steps that people read as one: the stretches of overtime of a resource. */
export function grouped(steps: RescueStep[]) {
  const groups: RescueStep[][] = [];
  for (const step of steps) {
    const last = groups.find(
      ([first]) =>
        step.kind === "overtime" &&
        first!.kind === "overtime" &&
        first!.resource === step.resource,
    );
    if (last) {
      last.push(step);
    } else {
      groups.push([step]);
    }
  }
  return groups;
}
