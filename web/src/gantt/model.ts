/** A plan as the server sends it: columns of equal length, times in minutes. */
export interface Plan {
  epoch: string;
  zone: string;
  from: number;
  to: number;
  now: number;
  resources: { id: string; name: string; group: string; shading: number }[];
  shading: number[][];
  moulds: { no: string; name: string; due: number | null; late: boolean }[];
  processes: { name: string }[];
  parts: string[];
  bars: {
    id: string[] | null;
    resource: number[] | null;
    mould: number[] | null;
    process: number[] | null;
    part: number[] | null;
    op: number[] | null;
    start: number[] | null;
    end: number[] | null;
    status: number[] | null;
    flags: number[] | null;
  };
}

export const flag = { late: 1, locked: 2, outsourced: 4, electrode: 16 };

/** A row of the chart: a resource with its bars by start, in lanes. */
export interface Row {
  resource: number;
  bars: Int32Array;
  /** Lane of each bar, in step with bars: bars of one lane never overlap. */
  lanes: Int32Array;
  laneCount: number;
  /** The longest bar, so that a search by start finds those that began earlier. */
  longest: number;
}

export interface Model {
  plan: Plan;
  start: Int32Array;
  end: Int32Array;
  rows: Row[];
}

/** Sorts the bars into rows, once per plan. */
export function modelOf(plan: Plan): Model {
  const start = Int32Array.from(plan.bars.start ?? []);
  const end = Int32Array.from(plan.bars.end ?? []);
  const byResource = new Map<number, number[]>();
  (plan.bars.resource ?? []).forEach((resource, bar) => {
    const bars = byResource.get(resource);
    if (bars) {
      bars.push(bar);
    } else {
      byResource.set(resource, [bar]);
    }
  });
  const rows: Row[] = [];
  plan.resources.forEach((_resource, resource) => {
    const bars = byResource.get(resource);
    if (!bars) {
      return;
    }
    bars.sort((a, b) => start[a]! - start[b]! || end[a]! - end[b]!);
    const { lanes, laneCount } = lanesOf(bars, start, end);
    const longest = bars.reduce(
      (most, bar) => Math.max(most, end[bar]! - start[bar]!),
      0,
    );
    rows.push({
      resource,
      bars: Int32Array.from(bars),
      lanes,
      laneCount,
      longest,
    });
  });
  return { plan, start, end, rows };
}

/** First lane that is free at the start; machines need one, people several. */
export function lanesOf(bars: number[], start: Int32Array, end: Int32Array) {
  const free: number[] = [];
  const lanes = Int32Array.from(bars, (bar) => {
    let lane = free.findIndex((until) => until <= start[bar]!);
    if (lane < 0) {
      lane = free.length;
      free.push(0);
    }
    free[lane] = end[bar]!;
    return lane;
  });
  return { lanes, laneCount: Math.max(1, free.length) };
}

/** Index of the first bar of a row that can reach into view. */
export function firstFrom(row: Row, start: Int32Array, from: number) {
  let low = 0;
  let high = row.bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[row.bars[middle]!]! < from - row.longest) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
