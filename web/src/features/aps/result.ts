import { queryOptions } from "@tanstack/react-query";
import type { Text } from "@/i18n/language";
import type { BrokenRule } from "./conflict-text";
import { numbered, type PlanOf } from "./plan-version";
import { scheduleCall } from "./schedule";

export interface Axis {
  key: string;
  label: Text;
  help: Text;
  /** 0 to 100, higher is better; null: there is nothing to divide by. */
  value: number | null;
  raw: number | null;
  unit: string;
  /** Of the settings in force; plans of older versions are read with it too. */
  weight: number;
  /** In the score: it is defined and has a weight. */
  counts: boolean;
}

/** A mould that a plan does not hold wholly. */
export interface UnplannedMould {
  mouldId: string;
  mouldNo: string;
  state: "partly" | "notPlanned";
  reason: number;
  words: Text;
  unscheduled: number;
}

/** A part with a due date of its own. */
export interface ForcedDelivery {
  mouldNo: string;
  partNo: string;
  batchNo: string;
  taskId: string;
  due: string;
  end: string | null;
  late: number;
}

export interface GroupLoad {
  group: string;
  section: string;
  resources: number;
  occupiedHours: number;
  /** Of these, of the schedule's own moulds; null for plans of older versions. */
  ownHours?: number | null;
  availableHours: number;
  ratio: number | null;
}

export interface Section {
  section: string;
  tasks: number;
  lateTasks: number;
  unscheduled: number;
  occupiedHours: number;
  /** Of these, of the schedule's own moulds; null for plans of older versions. */
  ownHours?: number | null;
  availableHours: number;
  ratio: number | null;
}

/** Data that a run has missed. */
export interface DataHint {
  kind: "grade" | "level" | "size" | "limit" | "report" | "program";
  mouldNo: string;
  partNo: string;
  batchNo: string;
  /** 0 for a whole part. */
  opNo: number;
  machine: string;
  missing: ("length" | "width" | "height" | "weight" | "hardness")[];
  at: string | null;
}

export interface Evaluation {
  /** What the run has to say of how it understood its settings. */
  notes: Text[] | null;
  figures: {
    moulds: number;
    planned: number;
    partlyPlanned: number;
    notPlanned: number;
    forced: number;
    forcedLate: number;
    onTime: number;
    late: number;
    onTimeRate: number | null;
    meanTardiness: number | null;
    maxTardiness: number;
    weightedTardiness: number;
    makespan: number;
    meanFlow: number | null;
    leadRatio: number | null;
    bottleneck: string;
    utilisation: number | null;
    target: number | null;
    changeovers: number;
    overtimeHours: number;
    outsourcedHours: number;
    outsourced: number;
    avoidableHours: number;
    avoidable: number;
    openMoulds: number | null;
    tasks: number;
    unscheduled: { reason: number; words: Text; count: number }[];
    conflicts: number;
    bufferReds: number;
    compared: number;
    moved: number;
    windowDays: number;
    runSeconds: number;
  };
  unplanned: UnplannedMould[];
  /** Those that are late. */
  forced: ForcedDelivery[];
  axes: Axis[];
  load: GroupLoad[];
  sections: Section[];
  /** Plans of older versions have none of these. */
  hints?: DataHint[] | null;
  hintCounts?: { kind: DataHint["kind"]; count: number }[] | null;
  overtime?:
    | { resource: string; group: string; day: string; hours: number }[]
    | null;
  /** gap: part of 1 by which the value could fall at most; null: nothing is known. */
  bound?: {
    goal: number;
    value: number;
    bound: number;
    gap: number | null;
  } | null;
  score: number | null;
  counting: number;
}

export interface MouldShift {
  mouldNo: string;
  /** Of what was published before customers stood there: none. */
  customer?: string;
  /** Why it becomes late; empty for any other mould. */
  cause?: "" | "newDate" | "newPlan" | "notPlanned";
  /** Why it is not planned. */
  reason?: Text | null;
  before: string | null;
  after: string | null;
  hours: number;
}

/** A part with a due date of its own, or a batch of it. */
export interface PartShift extends MouldShift {
  partNo: string;
  batchNo: string;
}

export interface PlanConflict {
  taskId: string;
  mouldNo: string;
  partNo: string;
  opNo: number;
  /** In the order of their codes. */
  rules: BrokenRule[];
}

export interface NewMould extends MouldShift {
  late: boolean;
}

export interface Difference {
  inForce: boolean;
  /** It is the plan in force itself: what it changed when it was published. */
  own: boolean;
  /** Id of the plan in force that it was compared with; empty while there is none. */
  against: string;
  /** Unstarted tasks of the schedule's own moulds that both plans hold. */
  compared: number;
  /** Of these, as the evaluation counts them. */
  moved: number;
  /** Of these, by however little. */
  shifted: number;
  elsewhere: number;
  /** Hours by which a start moves at most and counts as unmoved. */
  threshold: number;
  /** Of a publication from before these meanings: compared counts carried tasks, too. */
  allTasks: boolean;
  carriedMoulds: number;
  carriedLate: number;
  /** Moulds that the plan counts as on time and that are late by the dates of today, and the other way round. */
  lateToday: string[];
  onTimeToday: string[];
  added: number;
  removed: number;
  late: MouldShift[];
  rescued: MouldShift[];
  moulds: MouldShift[];
  /** Moulds of the plan in force that the new plan has no task of. */
  gone: MouldShift[];
  /** Moulds of the new plan that the plan in force has no task of, late ones first. */
  new: NewMould[];
  /** Moulds planned by a plan that was published since the run: while there are any, publishing is refused. */
  overtaken: string[];
  lateParts: PartShift[];
  rescuedParts: PartShift[];
  /** Fixed tasks that break a rule in the new plan. */
  conflicts: PlanConflict[];
  resources: {
    resource: string;
    gained: number;
    lost: number;
    moved: number;
  }[];
}

export function evaluationQuery(of: PlanOf) {
  return queryOptions({
    queryKey: ["evaluation", of],
    queryFn: () =>
      scheduleCall<Evaluation>("getEvaluate", { id: of.id, ...numbered(of) }),
    enabled: of.version !== undefined,
  });
}

export function differenceQuery(of: PlanOf) {
  return queryOptions({
    queryKey: ["difference", of],
    queryFn: () =>
      scheduleCall<Difference>("getDifference", { id: of.id, ...numbered(of) }),
    enabled: of.version !== undefined,
  });
}
