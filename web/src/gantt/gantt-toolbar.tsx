import type { RefObject } from "react";
import type { Action, Host } from "./actions/action";
import { keysOf } from "./actions/keys";
import { actions } from "./actions/table";
import type { Chart } from "./chart";
import { colourings, type Colouring } from "./colours";
import { GanttSearch } from "./gantt-search";
import { useChart } from "./use-chart";
import type { GanttWord, Say } from "./words";

interface GanttToolbarProps {
  chart: Chart;
  say: Say;
  host: Host;
  search: RefObject<HTMLInputElement | null>;
}

const colouringWords: Record<Colouring, GanttWord> = {
  status: "byStatus",
  lateness: "byLateness",
  criticality: "byCriticality",
  process: "byProcess",
  mould: "byMouldColour",
};

const groups = ["rows", "time", "page"] as const;

export function GanttToolbar({ chart, say, host, search }: GanttToolbarProps) {
  const mode = useChart(chart, (state) => state.mode);
  const colouring = useChart(chart, (state) => state.colouring);
  return (
    <div className="gantt-tools" role="toolbar" aria-label={say("tools")}>
      <div className="gantt-switch" role="group" aria-label={say("viewBy")}>
        {(["resource", "mould"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={mode === one}
            onClick={() => chart.switchTo(one)}
          >
            {say(one === "resource" ? "byResource" : "byMould")}
          </button>
        ))}
      </div>
      <GanttSearch chart={chart} say={say} field={search} />
      <label className="gantt-colouring">
        <span>{say("colourBy")}</span>
        <select
          value={colouring}
          onChange={(event) =>
            chart.set({
              colouring: event.target.value as Colouring,
              lit: null,
            })
          }
        >
          {colourings.map((one) => (
            <option key={one} value={one}>
              {say(colouringWords[one])}
            </option>
          ))}
        </select>
      </label>
      <span className="gantt-push" />
      {groups.map((group) => (
        <div key={group} className="gantt-buttons">
          {actions
            .filter(({ tool }) => tool?.group === group)
            .map((action) => (
              <ToolButton
                key={action.name}
                action={action}
                chart={chart}
                say={say}
                host={host}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

function ToolButton(props: {
  action: Action;
  chart: Chart;
  say: Say;
  host: Host;
}) {
  const { action, chart, say, host } = props;
  const canNow = useChart(chart, () => action.when?.(chart) ?? true);
  const label = say(action.label);
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} · ${keysOf(action.shortcuts[0]!)}`}
      disabled={!canNow}
      onClick={() => action.perform(chart, host)}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d={action.tool!.icon}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
    </button>
  );
}
