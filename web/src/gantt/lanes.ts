/** Bars of one row by start, packed into lanes: bars of one lane never overlap. */
export interface Track {
  bars: Int32Array;
  /** In step with bars. */
  lanes: Int32Array;
  laneCount: number;
  /** Minutes of the longest bar, so that a search by start finds what began earlier. */
  longest: number;
}

/** Sorts bars by start and gives each the first lane that is free (greedy interval colouring: no packing needs fewer). */
export function trackOf(
  bars: number[],
  start: Int32Array,
  end: Int32Array,
): Track {
  const sorted = Int32Array.from(bars).sort(
    (a, b) => start[a]! - start[b]! || end[a]! - end[b]! || a - b,
  );
  const free: number[] = [];
  let longest = 0;
  const lanes = sorted.map((bar) => {
    longest = Math.max(longest, end[bar]! - start[bar]!);
    let lane = free.findIndex((until) => until <= start[bar]!);
    if (lane < 0) {
      lane = free.length;
      free.push(0);
    }
    free[lane] = end[bar]!;
    return lane;
  });
  return { bars: sorted, lanes, laneCount: Math.max(1, free.length), longest };
}

/** Index of the first bar of a track that can reach a minute or start after it. */
export function firstFrom(track: Track, start: Int32Array, minute: number) {
  let low = 0;
  let high = track.bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[track.bars[middle]!]! < minute - track.longest) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
