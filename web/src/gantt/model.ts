import {
  flag,
  type Plan,
  type PlanConflict,
  type PlanRelease,
  type PlanStanding,
} from "./plan";

/** Stands for "no moment" in a column of minutes. */
export const none = -0x80000000;

/** Neighbours of every bar: those of bar b are bars[at[b]..at[b+1]). */
export interface Neighbours {
  at: Int32Array;
  bars: Int32Array;
  kinds: Uint8Array;
}

/** A plan as typed columns with its neighbourhoods; never changed once made: bars that stand otherwise today make another. */
export interface Model {
  plan: Plan;
  count: number;
  resource: Int32Array;
  mould: Int32Array;
  part: Int32Array;
  process: Int32Array;
  op: Int32Array;
  start: Int32Array;
  end: Int32Array;
  status: Uint8Array;
  flags: Int32Array;
  lock: Uint8Array;
  latestStart: Int32Array;
  latestEnd: Int32Array;
  realStart: Int32Array;
  realEnd: Int32Array;
  before: Neighbours;
  after: Neighbours;
  conflicts: Map<number, PlanConflict[]>;
  buffers: Map<number, number>;
  releases: Map<number, PlanRelease>;
  electrodes: Map<number, { all: number; ready: number }>;
}

const moments = (column: (number | null)[]) =>
  Int32Array.from(column, (minute) => minute ?? none);

/** The columns that change after the run, as they were then. */
const standingOf = ({ bars }: Plan) => ({
  status: Uint8Array.from(bars.status),
  realStart: moments(bars.realStart),
  realEnd: moments(bars.realEnd),
});

/** Packs the columns and turns the lists of marks into look-ups, once per plan. */
export function modelOf(plan: Plan): Model {
  const { bars } = plan;
  const count = bars.start.length;
  const ints = (column: number[]) => Int32Array.from(column);
  const conflicts = new Map<number, PlanConflict[]>();
  for (const conflict of plan.conflicts) {
    const known = conflicts.get(conflict.bar);
    if (known) {
      known.push(conflict);
    } else {
      conflicts.set(conflict.bar, [conflict]);
    }
  }
  const { from, to, kind } = plan.links;
  return {
    plan,
    count,
    resource: ints(bars.resource),
    mould: ints(bars.mould),
    part: ints(bars.part),
    process: ints(bars.process),
    op: ints(bars.op),
    start: ints(bars.start),
    end: ints(bars.end),
    flags: ints(bars.flags),
    lock: Uint8Array.from(bars.lock),
    latestStart: moments(bars.latestStart),
    latestEnd: moments(bars.latestEnd),
    ...standingOf(plan),
    before: neighboursOf(count, to, from, kind),
    after: neighboursOf(count, from, to, kind),
    conflicts,
    buffers: new Map(plan.buffers.map((one) => [one.bar, one.start])),
    releases: new Map(plan.releases.map((one) => [one.bar, one])),
    electrodes: new Map((plan.electrodes ?? []).map((one) => [one.bar, one])),
  };
}

/** The model of a plan with its bars as they stand today; their places stay those of the plan. */
export function standingToday(model: Model, today: PlanStanding): Model {
  const { plan } = model;
  if (today.planId !== plan.planId) {
    return model;
  }
  const later = (Date.parse(today.epoch) - Date.parse(plan.epoch)) / 60_000;
  const moment = (minute: number | null | undefined) =>
    minute === null || minute === undefined ? none : minute + later;
  const { status, realStart, realEnd } = standingOf(plan);
  const at = new Map(today.id.map((id, i) => [id, i]));
  plan.bars.id.forEach((id, bar) => {
    const i = at.get(id);
    if (i !== undefined) {
      status[bar] = today.status[i]!;
      realStart[bar] = moment(today.realStart[i]);
      realEnd[bar] = moment(today.realEnd[i]);
    }
  });
  return { ...model, status, realStart, realEnd };
}

function neighboursOf(
  count: number,
  own: number[],
  other: number[],
  kind: number[],
): Neighbours {
  const at = new Int32Array(count + 1);
  for (const bar of own) {
    at[bar + 1]!++;
  }
  for (let bar = 0; bar < count; bar++) {
    at[bar + 1]! += at[bar]!;
  }
  const next = at.slice();
  const bars = new Int32Array(own.length);
  const kinds = new Uint8Array(own.length);
  own.forEach((bar, link) => {
    const place = next[bar]!++;
    bars[place] = other[link]!;
    kinds[place] = kind[link] ?? 0;
  });
  return { at, bars, kinds };
}

/** The number of a bar's batch; empty for what is in none. */
export function batchNo({ plan }: Model, bar: number) {
  return plan.batches?.[plan.bars.batch?.[bar] ?? -1] ?? "";
}

/** The number of a bar's part, with its batch where it has one. */
export function lotNo(model: Model, bar: number) {
  const batch = batchNo(model, bar);
  const { no } = model.plan.parts[model.part[bar]!]!;
  return batch ? `${no}/${batch}` : no;
}

/** How many tasks the bars are: one that was cut counts once. */
export const taskCount = ({ plan, count }: Model) =>
  count - (plan.bars.segment ?? []).filter((segment) => segment > 1).length;

/** The operation number of a bar, with its segment where the task was cut. */
export function opNo(model: Model, bar: number) {
  const segment = model.plan.bars.segment?.[bar] ?? 0;
  return segment > 0 ? `${model.op[bar]}#${segment}` : String(model.op[bar]);
}

export interface Neighbour {
  bar: number;
  kind: number;
}

export function neighbours(of: Neighbours, bar: number): Neighbour[] {
  const list: Neighbour[] = [];
  for (let i = of.at[bar]!; i < of.at[bar + 1]!; i++) {
    list.push({ bar: of.bars[i]!, kind: of.kinds[i]! });
  }
  return list;
}

/** Elapsed minutes a bar may slip before its mould is late, at most 0 while it is; null when it has none, as once it has begun. */
export function slackOf(model: Model, bar: number) {
  const latest = model.latestStart[bar]!;
  if (latest === none || model.status[bar] !== 0) {
    return null;
  }
  const slack = latest - model.start[bar]!;
  return hasFlag(model, bar, flag.late) ? Math.min(0, slack) : slack;
}

export const hasFlag = (model: Model, bar: number, bit: number) =>
  (model.flags[bar]! & bit) !== 0;
