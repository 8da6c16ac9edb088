import { across } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const barAbove: Action = {
  name: "bar-above",
  label: "barAbove",
  shortcuts: ["ArrowUp"],
  perform: (chart) =>
    startOr(chart, (bar) => across(chart.model, chart.layout, bar, -1)),
};
