import type { Chart } from "../chart";
import { firstInSight } from "../walk";

/** Goes from the selected bar to another; without a selection to the first bar in sight. */
export function startOr(chart: Chart, next: (bar: number) => number) {
  const { selected, view, frame } = chart.state;
  if (selected >= 0) {
    // A folded row hides it: its neighbours are known once it is in sight.
    chart.showBar(selected);
    chart.goTo(next(selected));
    return;
  }
  const to = view.left + (frame.width - frame.names) / view.scale;
  const { model, rowsInSight } = chart;
  chart.goTo(firstInSight(model, rowsInSight, view.left, to));
}
