import type { Action } from "./action";

export const exportPng: Action = {
  name: "export-png",
  label: "exportPng",
  shortcuts: ["p"],
  tool: { group: "page", icon: "M8 3v7M5.5 7.5 8 10l2.5-2.5M3 10v3h10v-3" },
  perform: (_chart, host) => host.exportPng(),
};
