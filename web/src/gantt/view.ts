import { firstFrom, type Model, type Row } from "./model";

/** What of the chart is in sight: left minute, pixels per minute, top pixel. */
export interface View {
  left: number;
  scale: number;
  top: number;
}

export const headHeight = 40;
export const nameWidth = 168;
export const laneHeight = 22;
const pad = 5;

export const rowHeight = (row: Row) => row.laneCount * laneHeight + 2 * pad;

export const barTop = (lane: number) => pad + lane * laneHeight + 2;
export const barHeight = laneHeight - 4;

export const minuteAt = (view: View, x: number) =>
  view.left + (x - nameWidth) / view.scale;
export const xOf = (view: View, minute: number) =>
  nameWidth + (minute - view.left) * view.scale;

const mostScale = 6; // an hour over 360 pixels

/** The same minute stays under the pointer. */
export function zoomed(view: View, factor: number, x: number, least: number) {
  const at = minuteAt(view, x);
  const scale = Math.min(mostScale, Math.max(least, view.scale * factor));
  return { ...view, scale, left: at - (x - nameWidth) / scale };
}

/** The whole plan between the edges. */
export function fitted(model: Model, width: number): View {
  const { from, to } = model.plan;
  const span = Math.max(60, to - from) * 1.04;
  return {
    left: from - span * 0.02,
    scale: Math.max(1, width - nameWidth) / span,
    top: 0,
  };
}

/** The bar under a point of the canvas, or -1. */
export function barAt(model: Model, view: View, x: number, y: number) {
  if (x < nameWidth || y < headHeight) {
    return -1;
  }
  const minute = minuteAt(view, x);
  let top = headHeight - view.top;
  for (const row of model.rows) {
    const height = rowHeight(row);
    if (y >= top && y < top + height) {
      const slack = 2 / view.scale;
      for (let i = firstFrom(row, model.start, minute - slack); ; i++) {
        const bar = row.bars[i];
        if (bar === undefined || model.start[bar]! > minute + slack) {
          return -1;
        }
        const at = top + barTop(row.lanes[i]!);
        if (
          model.end[bar]! >= minute - slack &&
          y >= at &&
          y < at + barHeight
        ) {
          return bar;
        }
      }
    }
    top += height;
  }
  return -1;
}

export const contentHeight = (model: Model) =>
  model.rows.reduce((sum, row) => sum + rowHeight(row), 0);
