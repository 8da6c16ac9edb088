import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import { numbered, type PlanOf } from "./plan-version";
import type { ForcedDelivery } from "./result";

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

export interface WhyTask {
  taskId: string;
  mouldNo: string;
  partNo: string;
  partName: string;
  /** Empty for what is in no batch. */
  batchNo?: string;
  opNo: number;
  /** Of a task that was cut: 1, 2 ...; 0 is in one go. */
  segment?: number;
  process: string;
  resource: string;
  /** 1 workpiece, 2 electrode, 3 assembly. */
  kind: number;
}

/** A mould with the sums of its chain, in minutes. */
export interface WhyMould {
  mouldId: string;
  mouldNo: string;
  priority: number;
  due: string | null;
  end: string | null;
  late: number;
  need: number;
  waiting: number;
  /** From the origin of the chain to the due date: late = need + waiting - allowed. */
  allowed: number | null;
  unscheduled: number;
  state: "planned" | "partly" | "notPlanned";
  /** Why it is not wholly planned; empty when it is. */
  reason: string;
  /** Its parts with a due date of their own that are late. */
  forced: ForcedDelivery[];
  totals: { kind: WhyKind; minutes: number; waits: boolean }[];
}

export interface WhyStretch {
  from: string;
  to: string;
  kind: WhyKind;
  /** Working minutes of work; the rest of it is closed time. */
  worked: number;
  task: WhyTask;
  other: WhyTask | null;
}

export interface WhyCause {
  kind: WhyKind;
  resourceId: string;
  resource: string;
  minutes: number;
  recoverable: number;
}

export interface Why extends WhyMould {
  task: WhyTask | null;
  origin: string;
  earliest: string | null;
  verdict: "onTime" | "impossible" | "need" | "waiting" | "incomplete";
  chain: WhyStretch[];
  causes: WhyCause[];
  /** What scheduling it again gains when nothing is removed; part of every cause's figure. */
  replanned: number;
}

/** What is explained: a mould or one of its tasks. */
export type WhyOf = { mould: string } | { task: string };

export function whyListQuery(plan: PlanOf) {
  return queryOptions({
    queryKey: ["why", plan],
    queryFn: () =>
      call<{ rows: WhyMould[] }>("GET", `aps/plan/${plan.id}/why`, {
        query: numbered(plan),
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
      call<Why>("GET", `aps/plan/${plan.id}/explain`, {
        query: { ...of, ...numbered(plan) },
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
