import { beside } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const previousBar: Action = {
  name: "previous-bar",
  label: "previousBar",
  shortcuts: ["ArrowLeft"],
  perform: (chart) =>
    startOr(chart, (bar) => beside(chart.model, chart.layout, bar, -1)),
};
