import type { Text } from "@/i18n/language";

/** What a row of the chart stands for outside it. */
export interface PlanResource {
  id: string;
  name: string;
  /** By which a search finds it, too: the name that people type, where an English screen shows another. */
  otherName?: string;
  group: string;
  section: string;
  kind: "machine" | "people" | "outside";
  /** Bars side by side; 0 is unlimited. */
  capacity: number;
  /** Runs on while nobody is there. */
  unattended: boolean;
  /** Index into calendars; -1 is always open. */
  calendar: number;
}

/** Of suppliers; unused, they have no row. */
export const isOutside = ({ kind, group }: PlanResource) =>
  kind === "outside" || !group;

/** Lists of start, end, start, end ... in minutes. */
export interface PlanCalendar {
  closed: number[];
  holidays: number[];
  makeup: number[];
  overtime: number[];
}

export interface PlanMould {
  id: string;
  no: string;
  name: string;
  priority: number;
  due: number | null;
  end: number | null;
  late: boolean;
  lateMinutes: number | null;
  unscheduled: number;
  /** How much of it is planned; carried: of another schedule. Plans of older versions do not say it. */
  state?: "planned" | "partly" | "notPlanned" | "carried";
  /** Why it is not wholly planned; plans of older versions do not say it. */
  reason?: Text | null;
  /** The same in the language of the page. */
  why?: string;
}

export interface PlanPart {
  no: string;
  name: string;
  /** 1 workpiece, 2 electrode, 3 assembly. */
  kind: number;
  mould: number;
}

export interface PlanConflict {
  bar: number;
  kind: "capacity" | "calendar" | "eligibility" | "precedence" | "release";
  /** The second bar; -1 when there is none. */
  other: number;
  /** Further tasks that it collides with. */
  more: number;
  minutes: number;
}

export interface PlanRelease {
  bar: number;
  at: number;
  cause: "mould" | "material" | "program" | "design" | "assumed";
}

/** The bars, column by column; all columns have one length. */
export interface PlanBars {
  id: string[];
  resource: number[];
  mould: number[];
  process: number[];
  part: number[];
  /** Index into batches, -1 for what is in none; plans of older versions have no such column. */
  batch?: number[];
  op: number[];
  /** Of a task that was cut: 1, 2 ...; 0 is in one go. */
  segment?: number[];
  start: number[];
  end: number[];
  /** 0 not started, 1 running, 2 paused, 3 finished. */
  status: number[];
  flags: number[];
  /** 0 none, 1 machine, 2 machine and times. */
  lock: number[];
  latestStart: (number | null)[];
  latestEnd: (number | null)[];
  realStart: (number | null)[];
  realEnd: (number | null)[];
  minutes: number[];
  qty: number[];
}

/** A plan as the server sends it. Times are minutes from the epoch. */
export interface Plan {
  planId: string;
  scheduleId: string;
  name: string;
  epoch: string;
  zone: string;
  from: number;
  to: number;
  now: number;
  start: number;
  resources: PlanResource[];
  calendars: PlanCalendar[];
  /** Which bars may work the overtime of the calendars; some: those flagged so. Plans of older versions do not say it. */
  overtime?: "none" | "some" | "all";
  moulds: PlanMould[];
  /** On an English screen a name with Chinese in it lacks its English one. */
  marksChinese?: boolean;
  processes: { code: string; name: string }[];
  parts: PlanPart[];
  /** Numbers of batches. */
  batches?: string[];
  bars: PlanBars;
  links: { from: number[]; to: number[]; kind: number[] };
  conflicts: PlanConflict[];
  buffers: { bar: number; start: number }[];
  releases: PlanRelease[];
  /** What bars burn, and how much of it needs no task any more; plans of older versions have no such list. */
  electrodes?: { bar: number; all: number; ready: number }[];
}

/** How the bars of a plan stand today, column by column: those that stand otherwise than the plan says. */
export interface PlanStanding {
  planId: string;
  /** Its minutes count from here. */
  epoch: string;
  id: string[];
  status: number[];
  realStart: (number | null)[];
  realEnd: (number | null)[];
}

/** Bits of a bar's flags. */
export const flag = {
  late: 1,
  locked: 2,
  outsourced: 4,
  assumed: 8,
  electrode: 16,
  conflict: 32,
  carried: 64,
  edm: 128,
  /** Its latest times lie before the plan: slack is at most what it says. */
  passed: 256,
  // What its resource goes against.
  coarse: 512,
  breaksSpec: 1024,
  changesMachine: 2048,
  /** In a section that the reader may not see: its mould and times alone are told. */
  hidden: 4096,
  /** May work the overtime of its resource. */
  overtime: 8192,
} as const;

/** Kinds of a link. */
export const linkKind = {
  route: 0,
  join: 1,
  electrode: 2,
  named: 3,
  /** Hands on a piece of an electrode. */
  piece: 4,
} as const;
