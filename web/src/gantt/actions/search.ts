import type { Action } from "./action";

export const search: Action = {
  name: "search",
  label: "search",
  shortcuts: ["/", "Control+f", "Meta+f"],
  perform: (_chart, host) => host.focusSearch(),
};
