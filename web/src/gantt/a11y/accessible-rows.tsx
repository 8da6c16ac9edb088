import { useEffect, useRef, useState } from "react";
import type { Chart } from "../chart";
import type { Say } from "../words";
import { spokenBar } from "./speech";
import { visibleRows, type SpokenRow } from "./visible-rows";

/** Moving pictures are not read aloud: the rows follow when the chart rests. */
const restMs = 250;

interface Seen {
  chart: Chart;
  rows: SpokenRow[];
}

const none: SpokenRow[] = [];

const cellId = (bar: number) => `gantt-bar-${bar}`;

/** The rows in sight as a tree grid off the screen. */
export function AccessibleRows({ chart, say }: { chart: Chart; say: Say }) {
  const grid = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Seen>({ chart, rows: [] });
  // Those of the plan before name bars that the next one may not have.
  const rows = seen.chart === chart ? seen.rows : none;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function later() {
      clearTimeout(timer);
      timer = setTimeout(
        () => setSeen({ chart, rows: visibleRows(chart) }),
        restMs,
      );
    }
    later();
    const leave = chart.subscribe(later);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [chart]);

  // The focus stays on the sheet: it names the cell that is meant, once there is one.
  useEffect(() => {
    const sheet = grid.current!.closest("[role=application]")!;
    const cell = cellId(chart.state.selected);
    if (document.getElementById(cell)) {
      sheet.setAttribute("aria-activedescendant", cell);
    } else {
      sheet.removeAttribute("aria-activedescendant");
    }
  }, [chart, rows]);

  return (
    <div
      ref={grid}
      role="treegrid"
      className="gantt-unseen"
      aria-label={say("rowsTable")}
      aria-rowcount={chart.layout.rows.length}
    >
      {rows.map((row) => (
        <div
          key={row.key}
          role="row"
          aria-rowindex={row.index}
          aria-level={row.level}
          aria-expanded={row.isFolded === null ? undefined : !row.isFolded}
        >
          <span role="rowheader">{row.name}</span>
          {row.bars.map((bar) => (
            <span
              key={bar}
              id={cellId(bar)}
              role="gridcell"
              aria-selected={bar === chart.state.selected}
            >
              {spokenBar(chart, bar, say)}
            </span>
          ))}
          {row.more > 0 && (
            <span role="gridcell">{say("moreBars", { count: row.more })}</span>
          )}
        </div>
      ))}
    </div>
  );
}
