import { hasFlag, slackOf, type Model } from "./model";
import { flag } from "./plan";
import type { GanttWord } from "./words";

export const colourings = [
  "status",
  "lateness",
  "criticality",
  "process",
  "mould",
] as const;
export type Colouring = (typeof colourings)[number];

/** Names of colours; the theme says what they look like. */
export type Tone =
  | "plain"
  | "faint"
  | "ok"
  | "risk"
  | "late"
  | "worse"
  | "worst"
  | "done"
  | "running"
  | "electrode"
  | "outsourced"
  | `series${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}`;

/** Number of tones that moulds and processes take in turn. */
export const seriesCount = 12;

/** An entry of the legend: a word of ours or a name of theirs. */
export interface Entry {
  word?: GanttWord;
  label?: string;
  tone: Tone;
  bars: number;
}

export interface Scheme {
  colouring: Colouring;
  entries: Entry[];
  /** Entry of each bar. */
  of: Uint16Array;
}

const dayMinutes = 1440;

const statuses: [GanttWord, Tone][] = [
  ["statusOnTime", "plain"],
  ["statusLate", "late"],
  ["statusRunning", "running"],
  ["statusPaused", "risk"],
  ["statusDone", "done"],
  ["statusElectrode", "electrode"],
  ["statusOutsourced", "outsourced"],
  ["statusHidden", "faint"],
];

/** What a bar is above all: done, going on, late, or of a kind of its own. */
function statusOf(model: Model, bar: number) {
  if (hasFlag(model, bar, flag.hidden)) {
    return 7;
  }
  switch (model.status[bar]) {
    case 3:
      return 4;
    case 2:
      return 3;
    case 1:
      return 2;
  }
  if (hasFlag(model, bar, flag.late)) {
    return 1;
  }
  if (hasFlag(model, bar, flag.outsourced)) {
    return 6;
  }
  return hasFlag(model, bar, flag.electrode) ? 5 : 0;
}

const latenesses: [GanttWord, Tone][] = [
  ["lateOnTime", "ok"],
  ["lateAtRisk", "risk"],
  ["lateDay", "late"],
  ["lateWeek", "worse"],
  ["lateMore", "worst"],
  ["lateUnscheduled", "outsourced"],
  ["lateNone", "faint"],
];

/** A mould is at risk when it is ready less than a day before it is due. */
export function latenessOf(mould: {
  due: number | null;
  end: number | null;
  lateMinutes: number | null;
  unscheduled: number;
}) {
  if (mould.unscheduled > 0) {
    return 5;
  }
  if (mould.due === null || mould.end === null) {
    return 6;
  }
  const late = mould.lateMinutes ?? 0;
  if (late <= 0) {
    return mould.due - mould.end < dayMinutes ? 1 : 0;
  }
  return late <= dayMinutes ? 2 : late <= 7 * dayMinutes ? 3 : 4;
}

const criticalities: [GanttWord, Tone][] = [
  ["slackNegative", "late"],
  ["slackDay", "risk"],
  ["slackThree", "running"],
  ["slackMore", "plain"],
  ["slackNone", "faint"],
];

/** How much a bar may slip: nothing, up to a day, up to three, more. */
function criticalityOf(model: Model, bar: number) {
  const slack = slackOf(model, bar);
  if (slack === null) {
    return 4;
  }
  if (slack <= 0) {
    return 0;
  }
  return slack <= dayMinutes ? 1 : slack <= 3 * dayMinutes ? 2 : 3;
}

/** Sorts the bars into the entries of a colouring. */
export function schemeOf(model: Model, colouring: Colouring): Scheme {
  const entries = entriesOf(model, colouring);
  const pick = pickOf(model, colouring);
  const of = new Uint16Array(model.count);
  for (let bar = 0; bar < model.count; bar++) {
    of[bar] = pick(bar);
    entries[of[bar]!]!.bars++;
  }
  return { colouring, entries, of };
}

function entriesOf(model: Model, colouring: Colouring): Entry[] {
  const said = (list: [GanttWord, Tone][]) =>
    list.map(([word, tone]) => ({ word, tone, bars: 0 }));
  const named = (labels: string[]) =>
    labels.map((label, i) => ({
      label,
      tone: `series${i % seriesCount}` as Tone,
      bars: 0,
    }));
  switch (colouring) {
    case "status":
      return said(statuses);
    case "lateness":
      return said(latenesses);
    case "criticality":
      return said(criticalities);
    case "process":
      return named(model.plan.processes.map(({ name }) => name));
    case "mould":
      return named(model.plan.moulds.map(({ no }) => no));
  }
}

function pickOf(model: Model, colouring: Colouring): (bar: number) => number {
  switch (colouring) {
    case "status":
      return (bar) => statusOf(model, bar);
    case "lateness": {
      const moulds = model.plan.moulds.map(latenessOf);
      return (bar) => moulds[model.mould[bar]!]!;
    }
    case "criticality":
      return (bar) => criticalityOf(model, bar);
    case "process":
      return (bar) => model.process[bar]!;
    case "mould":
      return (bar) => model.mould[bar]!;
  }
}

/** The tone of a mould's own bar. */
export const mouldTone = (mould: Parameters<typeof latenessOf>[0]) =>
  latenesses[latenessOf(mould)]![1];
