import { counted } from "@/i18n/counted";
import { hasFlag, slackOf, type Model } from "./model";
import { flag } from "./plan";

/** Every text that the chart says itself; who shows it brings them. */
export type GanttWord =
  | "chart"
  | "keys"
  | "tools"
  | "rowsTable"
  | "byResource"
  | "byMould"
  | "viewBy"
  | "colourBy"
  | "byStatus"
  | "byLateness"
  | "byCriticality"
  | "byProcess"
  | "byMouldColour"
  | "legend"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "now"
  | "expandAll"
  | "collapseAll"
  | "toggleRow"
  | "fullScreen"
  | "exportPng"
  | "commands"
  | "findCommand"
  | "noCommand"
  | "search"
  | "searchHint"
  | "nextHit"
  | "previousHit"
  | "hitBars"
  | "nothingFound"
  | "hitMould"
  | "hitPart"
  | "hitResource"
  | "switchView"
  | "nextColouring"
  | "nextBar"
  | "previousBar"
  | "barAbove"
  | "barBelow"
  | "firstBar"
  | "lastBar"
  | "predecessor"
  | "successor"
  | "details"
  | "clear"
  | "zoomToBar"
  | "panLeft"
  | "panRight"
  | "pageUp"
  | "pageDown"
  | "statusOnTime"
  | "statusLate"
  | "statusRunning"
  | "statusPaused"
  | "statusDone"
  | "statusElectrode"
  | "statusOutsourced"
  | "carriedOver"
  | "statusHidden"
  | "lateNone"
  | "lateOnTime"
  | "lateAtRisk"
  | "lateDay"
  | "lateWeek"
  | "lateMore"
  | "lateUnscheduled"
  | "slackNegative"
  | "slackDay"
  | "slackThree"
  | "slackMore"
  | "slackNone"
  | "outside"
  | "closed"
  | "holiday"
  | "overtime"
  | "locked"
  | "assumed"
  | "conflict"
  | "dueMark"
  | "dueSign"
  | "load"
  | "slack"
  | "buffer"
  | "days"
  | "hours"
  | "minutes"
  | "spokenBar"
  | "spokenHidden"
  | "spokenLate"
  | "spokenSlack"
  | "unscheduledCount"
  | "moreBars";

export type Say = (
  key: GanttWord,
  params?: Record<string, string | number>,
) => string;

/** The slack of a bar; "≤" where only its upper bound is known. */
export function slackText(model: Model, bar: number, say: Say) {
  const slack = slackOf(model, bar);
  if (slack === null) {
    return null;
  }
  const text = spanText(slack, say);
  return hasFlag(model, bar, flag.passed) ? `≤ ${text}` : text;
}

/** A span of time in its largest fitting unit, with a sign when negative. */
export function spanText(minutes: number, say: Say) {
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? "−" : "";
  if (size >= 1440) {
    return say("days", { n: sign + trimmed(size / 1440) });
  }
  return size >= 60
    ? say("hours", { n: sign + counted(Math.round(size / 0.6) / 100) })
    : say("minutes", { n: sign + String(size) });
}

const trimmed = (value: number) => counted(Math.round(value * 10) / 10);
