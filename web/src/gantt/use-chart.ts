import { useSyncExternalStore } from "react";
import type { Chart, ChartState } from "./chart";

/** A part of the chart's state; the component draws anew when just this part changes. */
export function useChart<Part>(
  chart: Chart,
  pick: (state: ChartState) => Part,
): Part {
  return useSyncExternalStore(chart.subscribe, () => pick(chart.state));
}
