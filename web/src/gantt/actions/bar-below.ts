import { across } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const barBelow: Action = {
  name: "bar-below",
  label: "barBelow",
  shortcuts: ["ArrowDown"],
  perform: (chart) =>
    startOr(chart, (bar) => across(chart.model, chart.layout, bar, 1)),
};
