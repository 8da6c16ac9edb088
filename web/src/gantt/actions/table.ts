import type { Action } from "./action";
import { barAbove } from "./bar-above";
import { barBelow } from "./bar-below";
import { clear } from "./clear";
import { collapseAll } from "./collapse-all";
import { commands } from "./commands";
import { details } from "./details";
import { expandAll } from "./expand-all";
import { exportPng } from "./export-png";
import { firstBar } from "./first-bar";
import { fit } from "./fit";
import { fullScreen } from "./full-screen";
import { goToNow } from "./go-to-now";
import { lastBar } from "./last-bar";
import { nextBar } from "./next-bar";
import { nextColouring } from "./next-colouring";
import { nextHit } from "./next-hit";
import { pageDown } from "./page-down";
import { pageUp } from "./page-up";
import { panLeft } from "./pan-left";
import { panRight } from "./pan-right";
import { predecessor } from "./predecessor";
import { previousBar } from "./previous-bar";
import { previousHit } from "./previous-hit";
import { search } from "./search";
import { successor } from "./successor";
import { switchView } from "./switch-view";
import { toggleRow } from "./toggle-row";
import { zoomIn } from "./zoom-in";
import { zoomOut } from "./zoom-out";
import { zoomToBar } from "./zoom-to-bar";

/** Every verb of the chart, in the order in which people look for them. */
export const actions: Action[] = [
  zoomIn,
  zoomOut,
  fit,
  goToNow,
  zoomToBar,
  expandAll,
  collapseAll,
  toggleRow,
  switchView,
  nextColouring,
  search,
  nextHit,
  previousHit,
  nextBar,
  previousBar,
  barAbove,
  barBelow,
  firstBar,
  lastBar,
  predecessor,
  successor,
  details,
  clear,
  panLeft,
  panRight,
  pageUp,
  pageDown,
  exportPng,
  fullScreen,
  commands,
];
