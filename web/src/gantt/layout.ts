import type { Model } from "./model";
import type { Track } from "./lanes";
import type { Branch } from "./rows";

const pad = 4;
const gap = 2;
/** Of lanes with what is past. */
const thinLane = 8;

/** Many lanes, as of suppliers, are lower: their bars have no text. */
const laneHeightOf = (track: Track) => (track.liveLanes > 6 ? 12 : 24);

/** A branch in its place, from top to bottom. */
export interface Row {
  branch: Branch;
  depth: number;
  isFolded: boolean;
  /** Its bars are drawn as bars; else only their load or span. */
  showsBars: boolean;
  top: number;
  height: number;
}

export interface Layout {
  rows: Row[];
  height: number;
  /** Row of each bar: its own, or the folded one that hides it. */
  rowOf: Int32Array;
  /** Lane of each bar in its row, -1 while it is hidden. */
  laneOf: Int32Array;
}

function heightOf(branch: Branch, showsBars: boolean) {
  if (branch.kind === "section") {
    return 30;
  }
  const track = showsBars ? branch.track : null;
  return track ? laneTop(track, track.laneCount) + pad : 24 + 2 * pad;
}

/** Stacks the branches that no folded one hides. */
export function layoutOf(
  model: Model,
  roots: Branch[],
  folded: ReadonlySet<string>,
): Layout {
  const rows: Row[] = [];
  const rowOf = new Int32Array(model.count).fill(-1);
  const laneOf = new Int32Array(model.count).fill(-1);
  let top = 0;

  function place(branch: Branch, depth: number) {
    const canFold = branch.children.length > 0;
    const isFolded = canFold && folded.has(branch.key);
    const showsBars = branch.track !== null && (!branch.replaces || isFolded);
    const height = heightOf(branch, showsBars);
    const at = rows.length;
    rows.push({ branch, depth, isFolded, showsBars, top, height });
    top += height;
    if (showsBars) {
      branch.track!.bars.forEach((bar, i) => {
        rowOf[bar] = at;
        laneOf[bar] = branch.track!.lanes[i]!;
      });
    } else if (isFolded) {
      hide(branch, at);
    }
    if (!isFolded) {
      for (const child of branch.children) {
        place(child, depth + 1);
      }
    }
  }

  function hide(branch: Branch, at: number) {
    branch.track?.bars.forEach((bar) => (rowOf[bar] = at));
    branch.children.forEach((child) => hide(child, at));
  }

  roots.forEach((branch) => place(branch, 0));
  return { rows, height: top, rowOf, laneOf };
}

/** Index of the row at a height of the content; the last one below the end. */
export function rowIndexAt(layout: Layout, y: number) {
  let low = 0;
  let high = layout.rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = layout.rows[middle]!;
    if (row.top + row.height <= y) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Math.min(low, layout.rows.length - 1);
}

function laneTop(track: Track, lane: number) {
  const live = Math.min(lane, track.liveLanes);
  return pad + live * laneHeightOf(track) + (lane - live) * thinLane;
}

/** Where a lane's bars stand in their row; hidden bars lie in its middle. */
export function laneIn(row: Row, lane: number) {
  const { track } = row.branch;
  if (lane < 0 || !track) {
    return { top: row.height / 2 - 5, height: 10 };
  }
  const whole = lane < track.liveLanes ? laneHeightOf(track) : thinLane;
  return {
    top: laneTop(track, lane) + gap / 2 + (whole > 20 ? 1 : 0),
    height: whole - gap - (whole > 20 ? 2 : 0),
  };
}
