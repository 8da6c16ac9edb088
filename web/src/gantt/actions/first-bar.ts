import { endOfRow } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const firstBar: Action = {
  name: "first-bar",
  label: "firstBar",
  shortcuts: ["Home"],
  perform: (chart) =>
    startOr(chart, (bar) => endOfRow(chart.layout, bar, false)),
};
