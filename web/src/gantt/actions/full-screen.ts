import type { Action } from "./action";

export const fullScreen: Action = {
  name: "full-screen",
  label: "fullScreen",
  shortcuts: ["f"],
  tool: { group: "page", icon: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" },
  perform: (_chart, host) => host.toggleFullScreen(),
};
