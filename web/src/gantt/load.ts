/** How many bars of a set run at a time, with its integral for quick averages. */
export interface Load {
  minutes: Int32Array;
  /** Bars from minutes[i] on. */
  counts: Int32Array;
  /** Bar minutes up to minutes[i]. */
  sums: Float64Array;
  capacity: number;
}

export function loadOf(
  bars: Iterable<number>,
  start: Int32Array,
  end: Int32Array,
  capacity: number,
): Load {
  const steps: [number, number][] = [];
  for (const bar of bars) {
    steps.push([start[bar]!, 1], [end[bar]!, -1]);
  }
  steps.sort((a, b) => a[0] - b[0]);
  const minutes = Int32Array.from(steps, (step) => step[0]);
  const counts = new Int32Array(steps.length);
  const sums = new Float64Array(steps.length);
  let count = 0;
  steps.forEach(([minute, by], i) => {
    sums[i] = i === 0 ? 0 : sums[i - 1]! + count * (minute - minutes[i - 1]!);
    count += by;
    counts[i] = count;
  });
  return { minutes, counts, sums, capacity };
}

/** Bar minutes worked before a minute. */
function worked(load: Load, minute: number) {
  let low = 0;
  let high = load.minutes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load.minutes[middle]! <= minute) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const i = low - 1;
  return i < 0
    ? 0
    : load.sums[i]! + load.counts[i]! * (minute - load.minutes[i]!);
}

/** Mean share of the capacity in use between two minutes: 0 idle, 1 full. */
export function loadBetween(load: Load, from: number, to: number) {
  const span = (to - from) * load.capacity;
  return span > 0 ? (worked(load, to) - worked(load, from)) / span : 0;
}
