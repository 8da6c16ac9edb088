import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Host } from "./actions/action";
import { actionFor, shortcutOf } from "./actions/keys";
import { actions } from "./actions/table";
import { Chart } from "./chart";
import { GanttLegend } from "./gantt-legend";
import { GanttSheet } from "./gantt-sheet";
import { GanttToolbar } from "./gantt-toolbar";
import type { Plan, PlanStanding } from "./plan";
import { useChart } from "./use-chart";
import type { Say } from "./words";
import "./gantt.css";

// When somebody asks for them.
const GanttCommands = lazy(async () => ({
  default: (await import("./gantt-commands")).GanttCommands,
}));

interface GanttViewProps {
  plan: Plan;
  /** How its bars stand today, once it is known. */
  standing?: PlanStanding | undefined;
  say: Say;
  /** Of dates: "zh-CN". */
  locale: string;
  /** Names the look of the page: another one is drawn anew. */
  look: string;
  tooltip: (chart: Chart, bar: number) => ReactNode;
  /** The panel beside the chart, for the selected bar; with `onClose` for one that this plan holds no more. */
  details: (chart: Chart, bar: number, onClose?: () => void) => ReactNode;
  /** The panel of a machine or of people, which a click on their name opens. */
  resource: (chart: Chart, resource: number) => ReactNode;
  onExport: (picture: Blob) => void;
  /** Stands beside the chart without being seen: what moves its bars, and draws what is not kept yet. */
  children?: ((chart: Chart) => ReactNode) | undefined;
}

/** The chart with its tools, legend and details: a thin shell around the engine. */
export function GanttView(props: GanttViewProps) {
  const { plan, standing, say, locale, look, onExport } = props;
  const { tooltip, details, resource } = props;
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const outside = say("outside");
  const chart = useChartOf(plan, locale, outside);
  const showsCommands = useChart(chart, (state) => state.showsCommands);
  useEffect(() => {
    const clock = setInterval(() => chart.tick(), 15_000);
    return () => {
      clearInterval(clock);
      chart.dispose();
    };
  }, [chart]);

  useEffect(() => {
    if (standing) {
      chart.stand(standing);
    }
  }, [chart, standing]);

  const host: Host = useMemo(
    () => ({
      focusSearch: () => {
        search.current?.focus();
        search.current?.select();
      },
      toggleFullScreen: () =>
        void (document.fullscreenElement
          ? document.exitFullscreen()
          : // The page, not the frame: what lies over the page has to be seen there too.
            document.documentElement.requestFullscreen()),
      exportPng: () =>
        void import("./render/export") // beside the plan, not before it
          .then(({ exportPng }) => exportPng(chart, frame.current!, say))
          .then(onExport),
    }),
    [chart, say, onExport],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      const action = actionFor(actions, shortcut, chart);
      if (!action || event.defaultPrevented || isTaken(event, shortcut)) {
        return;
      }
      event.preventDefault();
      action.perform(chart, host);
    },
    [chart, host],
  );

  return (
    <div className="gantt" ref={frame} onKeyDown={onKeyDown}>
      <div className="gantt-main">
        <GanttToolbar chart={chart} say={say} host={host} search={search} />
        <div className="gantt-stage">
          <GanttSheet chart={chart} say={say} look={look} tooltip={tooltip} />
          {showsCommands && (
            <Suspense>
              <GanttCommands chart={chart} say={say} host={host} />
            </Suspense>
          )}
        </div>
        <GanttLegend chart={chart} say={say} />
      </div>
      <Details chart={chart} details={details} resource={resource} />
      {props.children?.(chart)}
    </div>
  );
}

/** The chart of a plan; the next plan's, or the same in another language, goes on where it stood. */
function useChartOf(plan: Plan, locale: string, outside: string) {
  const [shown, setShown] = useState(() => ({
    chart: new Chart(plan, { locale, outside }),
    locale,
    outside,
  }));
  if (
    shown.chart.model.plan === plan &&
    shown.locale === locale &&
    shown.outside === outside
  ) {
    return shown.chart;
  }
  const chart = new Chart(plan, { locale, outside }, shown.chart);
  setShown({ chart, locale, outside });
  return chart;
}

function Details(
  props: Pick<GanttViewProps, "details" | "resource"> & { chart: Chart },
) {
  const { chart, details, resource } = props;
  const bar = useChart(chart, ({ selected, showsDetails }) =>
    showsDetails ? selected : -1,
  );
  const gone = useChart(chart, (state) => state.gone);
  const row = useChart(chart, (state) => state.resource);
  useChart(chart, (state) => state.model);
  if (row >= 0) {
    return resource(chart, row);
  }
  if (gone) {
    return details(gone.chart, gone.bar, () => chart.showDetails(false));
  }
  return bar < 0 ? null : details(chart, bar);
}

const onSheet = /^(Enter| |Arrow|Home|End|Page)/;

/** Fields keep all keys, buttons those that press and move; panels keep their own. */
function isTaken(event: KeyboardEvent, shortcut: string) {
  const target = event.target as HTMLElement;
  if (target.closest(".gantt-sheet")) {
    return false;
  }
  const isField = target.matches("input, select, textarea");
  return isField || onSheet.test(shortcut);
}
