import { firstFrom } from "./lanes";
import { laneIn, rowIndexAt, type Layout } from "./layout";
import type { Model } from "./model";
import { stickyAt } from "./sticky";

/** What is in sight: minute at the left edge of the sheet, pixels per minute, pixels scrolled down. */
export interface View {
  left: number;
  scale: number;
  top: number;
}

/** The canvas in CSS pixels and the width of its column of names. */
export interface Frame {
  width: number;
  height: number;
  names: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const headHeight = 48;
/** An hour over 360 pixels. */
export const mostScale = 6;

export function frameOf(width: number, height: number): Frame {
  return { width, height, names: width < 640 ? 112 : width < 960 ? 176 : 224 };
}

export const minuteAt = (view: View, frame: Frame, x: number) =>
  view.left + (x - frame.names) / view.scale;

export const xOf = (view: View, frame: Frame, minute: number) =>
  frame.names + (minute - view.left) * view.scale;

/** The whole plan between the edges, a little air on both sides. */
export function fitted(from: number, to: number, frame: Frame): View {
  const span = Math.max(60, to - from) * 1.04;
  return {
    left: from - span * 0.02,
    scale: Math.min(
      mostScale,
      Math.max(1, frame.width - frame.names - 12) / span,
    ),
    top: 0,
  };
}

/** The same minute stays under the pointer. */
export function zoomed(
  view: View,
  frame: Frame,
  factor: number,
  x: number,
  least: number,
): View {
  const at = minuteAt(view, frame, x);
  const scale = Math.min(mostScale, Math.max(least, view.scale * factor));
  return { ...view, scale, left: at - (x - frame.names) / scale };
}

/** Keeps a part of the plan in sight: nobody gets lost in empty years. */
export function bounded(
  view: View,
  frame: Frame,
  plan: { from: number; to: number },
  contentHeight: number,
): View {
  const lowest = Math.max(0, contentHeight - (frame.height - headHeight));
  const inSight = (frame.width - frame.names) / view.scale;
  const reach = inSight * 0.8;
  return {
    ...view,
    top: Math.max(0, Math.min(view.top, lowest)),
    left: Math.max(
      plan.from - reach,
      Math.min(view.left, plan.to - inSight + reach),
    ),
  };
}

/** Where a bar is drawn, in sight or not; null when nothing of it is. */
export function boxOf(
  model: Model,
  layout: Layout,
  view: View,
  frame: Frame,
  bar: number,
): Box | null {
  const row = layout.rows[layout.rowOf[bar]!];
  if (!row) {
    return null;
  }
  const x = xOf(view, frame, model.start[bar]!);
  const { top, height } = laneIn(row, layout.laneOf[bar]!);
  return {
    x,
    y: headHeight - view.top + row.top + top,
    width: Math.max(2, xOf(view, frame, model.end[bar]!) - x),
    height,
  };
}

/** Index of the row under a point, -1 outside the rows; a head that stays at the top covers others. */
export function rowAt(layout: Layout, view: View, y: number) {
  const at = y - headHeight + view.top;
  if (y < headHeight || at >= layout.height || layout.rows.length === 0) {
    return -1;
  }
  const sticky = stickyAt(layout, view.top);
  return sticky && y < headHeight + sticky.row.height + sticky.shift
    ? sticky.index
    : rowIndexAt(layout, at);
}

/** The bar under a point, or -1; thin bars are two pixels wider than they look. */
export function barAt(
  model: Model,
  layout: Layout,
  view: View,
  frame: Frame,
  x: number,
  y: number,
) {
  const row = layout.rows[rowAt(layout, view, y)];
  const track = row?.showsBars ? row.branch.track : null;
  if (!row || !track || x < frame.names) {
    return -1;
  }
  const minute = minuteAt(view, frame, x);
  const near = 2 / view.scale;
  const inRow = y - headHeight + view.top - row.top;
  let best = -1;
  let bestOff = Infinity;
  for (let i = firstFrom(track, model.start, minute - near); ; i++) {
    const bar = track.bars[i];
    if (bar === undefined || model.start[bar]! > minute + near) {
      return best;
    }
    const { top, height } = laneIn(row, track.lanes[i]!);
    if (
      model.end[bar]! < minute - near ||
      inRow < top ||
      inRow >= top + height
    ) {
      continue;
    }
    const off = Math.max(
      model.start[bar]! - minute,
      minute - model.end[bar]!,
      0,
    );
    if (off <= bestOff) {
      best = bar;
      bestOff = off;
    }
  }
}
