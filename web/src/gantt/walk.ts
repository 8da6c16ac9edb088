import { firstFrom } from "./lanes";
import type { Layout, Row } from "./layout";
import { neighbours, type Model } from "./model";

/** The bar before or after one on its row; -1 at the end. */
export function beside(model: Model, layout: Layout, bar: number, by: 1 | -1) {
  const track = layout.rows[layout.rowOf[bar]!]?.branch.track;
  if (!track) {
    return -1;
  }
  return track.bars[track.bars.indexOf(bar) + by] ?? -1;
}

/** First or last bar of the row of a bar. */
export function endOfRow(layout: Layout, bar: number, last: boolean) {
  const bars = layout.rows[layout.rowOf[bar]!]?.branch.track?.bars;
  return bars?.at(last ? -1 : 0) ?? -1;
}

/** The bar on the next row up or down that lies nearest in time; rows without bars are passed over. */
export function across(model: Model, layout: Layout, bar: number, by: 1 | -1) {
  const middle = (model.start[bar]! + model.end[bar]!) / 2;
  for (let at = layout.rowOf[bar]! + by; ; at += by) {
    const row = layout.rows[at];
    if (!row) {
      return -1;
    }
    const found = nearest(model, row, middle);
    if (found >= 0) {
      return found;
    }
  }
}

/** The bar of a row whose time is nearest to a minute. */
export function nearest(model: Model, row: Row, minute: number) {
  const track = row.showsBars ? row.branch.track : null;
  if (!track || track.bars.length === 0) {
    return -1;
  }
  let best = -1;
  let bestOff = Infinity;
  const from = Math.max(0, firstFrom(track, model.start, minute) - 1);
  for (let i = from; i < track.bars.length; i++) {
    const bar = track.bars[i]!;
    const off = Math.max(
      model.start[bar]! - minute,
      minute - model.end[bar]!,
      0,
    );
    if (off < bestOff) {
      best = bar;
      bestOff = off;
    }
    if (model.start[bar]! - minute > bestOff) {
      break;
    }
  }
  return best;
}

/** The neighbour that decides: the predecessor that ends last, the successor that starts first. */
export function along(model: Model, bar: number, by: 1 | -1) {
  const list = neighbours(by < 0 ? model.before : model.after, bar);
  let best = -1;
  for (const { bar: other } of list) {
    if (
      best < 0 ||
      (by < 0
        ? model.end[other]! > model.end[best]!
        : model.start[other]! < model.start[best]!)
    ) {
      best = other;
    }
  }
  return best;
}

/** The first bar in sight, from the top left, for who starts with the keyboard. */
export function firstInSight(
  model: Model,
  rows: Row[],
  from: number,
  to: number,
) {
  for (const row of rows) {
    const track = row.showsBars ? row.branch.track : null;
    for (let i = track ? firstFrom(track, model.start, from) : 0; track; i++) {
      const bar = track.bars[i];
      if (bar === undefined || model.start[bar]! > to) {
        break;
      }
      if (model.end[bar]! > from) {
        return bar;
      }
    }
  }
  return -1;
}
