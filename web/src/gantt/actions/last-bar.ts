import { endOfRow } from "../walk";
import { startOr } from "./start-or";
import type { Action } from "./action";

export const lastBar: Action = {
  name: "last-bar",
  label: "lastBar",
  shortcuts: ["End"],
  perform: (chart) =>
    startOr(chart, (bar) => endOfRow(chart.layout, bar, true)),
};
