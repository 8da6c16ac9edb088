import type { Chart } from "../chart";
import { firstFrom } from "../lanes";

export interface SpokenRow {
  key: string;
  /** Place among all rows of the view, from 1. */
  index: number;
  level: number;
  name: string;
  isFolded: boolean | null;
  /** The bars in sight, at most `mostBars`. */
  bars: number[];
  /** How many more there are. */
  more: number;
}

const mostBars = 12;

/** The rows and bars in sight, for those who hear them. */
export function visibleRows(chart: Chart): SpokenRow[] {
  const { view, frame } = chart.state;
  const { layout, model, rowsInSight } = chart;
  const first = rowsInSight[0] ? layout.rows.indexOf(rowsInSight[0]) : 0;
  const to = view.left + (frame.width - frame.names) / view.scale;
  return rowsInSight.map((row, i) => {
    const { key, label, note, why, children, track } = row.branch;
    const bars: number[] = [];
    let more = 0;
    if (row.showsBars && track) {
      for (let k = firstFrom(track, model.start, view.left); ; k++) {
        const bar = track.bars[k];
        if (bar === undefined || model.start[bar]! > to) {
          break;
        }
        if (model.end[bar]! <= view.left) {
          continue;
        }
        if (bars.length < mostBars || bar === chart.state.selected) {
          bars.push(bar);
        } else {
          more++;
        }
      }
    }
    return {
      key,
      index: first + i + 1,
      level: row.depth + 1,
      name: [label, note, why].filter(Boolean).join(" "),
      isFolded: children.length > 0 ? row.isFolded : null,
      bars,
      more,
    };
  });
}
