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
  /** Tasks that it names; one that was cut is one task. */
  tasks: number;
}

export interface Scheme {
  colouring: Colouring;
  entries: Entry[];
  /** The entry that colours each bar. */
  of: Uint16Array;
  /** Whether an entry names a bar: it may be outsourced and late, though it has one colour. */
  names: (entry: number, bar: number) => boolean;
}

const dayMinutes = 1440;

const has = (bit: number) => (model: Model, bar: number) =>
  hasFlag(model, bar, bit);
const stands = (status: number) => (model: Model, bar: number) =>
  model.status[bar] === status;
const isLate = has(flag.late);

/** Late and on time are all tasks but those hidden, which are nothing else; each of the others is some of them. */
const statuses: [GanttWord, Tone, (model: Model, bar: number) => boolean][] = [
  ["statusOnTime", "plain", (model, bar) => !isLate(model, bar)],
  ["statusLate", "late", isLate],
  ["statusRunning", "running", stands(1)],
  ["statusPaused", "risk", stands(2)],
  ["statusDone", "done", stands(3)],
  ["statusElectrode", "electrode", has(flag.electrode)],
  ["statusOutsourced", "outsourced", has(flag.outsourced)],
  ["statusHidden", "faint", has(flag.hidden)],
];

/** What a bar is above all, and has its colour of: done, going on, late, or of a kind of its own. */
const foremost = [7, 4, 3, 2, 1, 6, 5, 0];
const statusOf = (model: Model, bar: number) =>
  foremost.find((entry) => statuses[entry]![2](model, bar))!;

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

/**
 * Sorts the bars into the entries of a colouring. What is carried over has its
 * colour like all, but is counted by an entry of its own, as in all figures;
 * by status what is hidden is that alone, for how it stands is not told.
 */
export function schemeOf(model: Model, colouring: Colouring): Scheme {
  const entries = entriesOf(model, colouring);
  const carried = entries.length;
  entries.push({ word: "carriedOver", tone: "plain", tasks: 0 });
  const pick = pickOf(model, colouring);
  const of = Uint16Array.from({ length: model.count }, (_, bar) => pick(bar));
  const names = (entry: number, bar: number) => {
    if (colouring === "status" && hasFlag(model, bar, flag.hidden)) {
      return of[bar] === entry;
    }
    if (entry === carried || hasFlag(model, bar, flag.carried)) {
      return entry === carried && hasFlag(model, bar, flag.carried);
    }
    return colouring === "status"
      ? statuses[entry]![2](model, bar)
      : of[bar] === entry;
  };
  const several = [...statuses.keys(), carried];
  for (let bar = 0; bar < model.count; bar++) {
    if ((model.plan.bars.segment?.[bar] ?? 0) > 1) {
      continue;
    }
    const asked = colouring === "status" ? several : [of[bar]!, carried];
    for (const entry of asked) {
      entries[entry]!.tasks += Number(names(entry, bar));
    }
  }
  return { colouring, entries, of, names };
}

function entriesOf(model: Model, colouring: Colouring): Entry[] {
  const said = (list: [GanttWord, Tone, ...unknown[]][]) =>
    list.map(([word, tone]) => ({ word, tone, tasks: 0 }));
  const named = (labels: string[]) =>
    labels.map((label, i) => ({
      label,
      tone: `series${i % seriesCount}` as Tone,
      tasks: 0,
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
