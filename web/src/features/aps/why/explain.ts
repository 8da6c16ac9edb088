import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { numbered, type PlanOf } from "../plan/plan-version";

export const whyKinds = [
  "work",
  "outside",
  "closed",
  "flow",
  "lag",
  "queue",
  "electrode",
  "material",
  "program",
  "design",
  "assumed",
  "date",
  "lock",
  "held",
] as const;

export type WhyKind = (typeof whyKinds)[number];

export type WhyTask = Schema<"ApsWhyTask">;

/** A mould with the sums of its chain, in minutes. */
export type WhyMould = Schema<"ApsWhyMould">;

export type WhyStretch = Schema<"ApsWhyStretch">;

export type WhyCause = Schema<"ApsWhyCause">;

export type Why = Schema<"ApsWhy">;

/** What is explained: a mould or one of its tasks. */
export type WhyOf = { mould: string } | { task: string };

export function whyListQuery(plan: PlanOf) {
  return queryOptions({
    queryKey: ["why", plan],
    queryFn: () =>
      call("GET", "aps/plan/{scheduleId}/why", {
        query: { scheduleId: plan.id, ...numbered(plan) },
      }),
    // The page says in place what is wrong.
    meta: { quiet: true },
    enabled: plan.version !== undefined,
  });
}

export function whyQuery(plan: PlanOf, of: WhyOf | null) {
  return queryOptions({
    queryKey: ["explain", plan, of],
    queryFn: () =>
      call("GET", "aps/plan/{scheduleId}/explain", {
        query: { scheduleId: plan.id, ...of, ...numbered(plan) },
      }),
    meta: { quiet: true },
    enabled: of !== null && plan.version !== undefined,
  });
}

/** Minutes as days, hours and minutes; what is zero is left out. */
export function spanParts(minutes: number) {
  const whole = Math.abs(Math.round(minutes));
  return {
    days: Math.floor(whole / 1440),
    hours: Math.floor((whole % 1440) / 60),
    minutes: whole % 60,
  };
}

export const minutesOf = ({ from, to }: WhyStretch) =>
  (Date.parse(to) - Date.parse(from)) / 60_000;
