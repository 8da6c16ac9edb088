/** Bars of one row by start, packed into lanes. Bars that are to come never overlap in a lane. */
export interface Track {
  bars: Int32Array;
  /** In step with bars. */
  lanes: Int32Array;
  laneCount: number;
  /** Lanes from here on hold only what is past: they may be thin. */
  liveLanes: number;
  /** Minutes of the longest bar, so that a search by start finds what began earlier. */
  longest: number;
}

/** What is past may share these at last: it is no longer planned with. */
const mostPastLanes = 1;

/**
 * Sorts bars by start and gives each the first lane that is free (greedy
 * interval colouring: no packing needs fewer lanes). What is past is packed
 * last, so that careless records never make the plan's own lanes more.
 */
export function trackOf(
  bars: number[],
  start: Int32Array,
  end: Int32Array,
  isPast: (bar: number) => boolean = () => false,
): Track {
  const sorted = Int32Array.from(bars).sort(
    (a, b) => start[a]! - start[b]! || end[a]! - end[b]! || a - b,
  );
  const lanes = new Int32Array(sorted.length);
  let longest = 0;
  const free: number[] = [];
  const firstStart: number[] = [];
  sorted.forEach((bar, i) => {
    longest = Math.max(longest, end[bar]! - start[bar]!);
    if (!isPast(bar)) {
      let lane = free.findIndex((until) => until <= start[bar]!);
      if (lane < 0) {
        lane = free.length;
        firstStart.push(start[bar]!);
      }
      free[lane] = end[bar]!;
      lanes[i] = lane;
    }
  });
  const liveLanes = Math.max(1, free.length);
  const pastFree = new Array<number>(liveLanes).fill(-Infinity);
  sorted.forEach((bar, i) => {
    if (isPast(bar)) {
      let lane = pastFree.findIndex(
        (until, at) =>
          until <= start[bar]! && end[bar]! <= (firstStart[at] ?? Infinity),
      );
      if (lane < 0) {
        lane = Math.min(pastFree.length, liveLanes + mostPastLanes - 1);
      }
      pastFree[lane] = end[bar]!;
      lanes[i] = lane;
    }
  });
  return {
    bars: sorted,
    lanes,
    laneCount: pastFree.length,
    liveLanes,
    longest,
  };
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
