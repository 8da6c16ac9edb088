import type { Chart } from "../chart";
import type { GanttWord } from "../words";

/** What an action may do to the page around the chart. */
export interface Host {
  focusSearch: () => void;
  toggleFullScreen: () => void;
  exportPng: () => void;
}

/** A verb of the user: the toolbar, the keys and the list of commands are made of these. */
export interface Action {
  name: string;
  label: GanttWord;
  /** As shortcutOf names a key: "Shift+ArrowLeft", "+", "f". */
  shortcuts: string[];
  /** Where its button stands; without one it has none. */
  tool?: { group: "rows" | "time" | "page"; icon: string };
  /** Whether it can be done now; without, always. */
  when?: (chart: Chart) => boolean;
  perform: (chart: Chart, host: Host) => void;
}

export const hasSelection = ({ state }: Chart) => state.selected >= 0;
