import { useEffect, useId, useRef, type ReactNode } from "react";
import { AccessibleRows } from "./a11y/accessible-rows";
import { spokenBar } from "./a11y/speech";
import type { Chart } from "./chart";
import { boxOf } from "./geometry";
import { followPointer } from "./pointer";
import { taskCount } from "./model";
import { Painter } from "./render/painter";
import { useChart } from "./use-chart";
import type { Say } from "./words";

interface GanttSheetProps {
  chart: Chart;
  say: Say;
  look: string;
  tooltip: (chart: Chart, bar: number) => ReactNode;
}

/** Two canvases in a focusable frame, with what screen readers get instead. */
export function GanttSheet({ chart, say, look, tooltip }: GanttSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const plan = useRef<HTMLCanvasElement>(null);
  const touch = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const words = useRef(say);
  const keys = useId();
  const selected = useChart(chart, (state) => state.selected);
  useChart(chart, (state) => state.model);

  useEffect(() => {
    const element = sheet.current!;
    const made = new Painter(
      chart,
      plan.current!,
      touch.current!,
      words.current,
    );
    painter.current = made;
    const leave = followPointer(chart, element);
    const observer = new ResizeObserver(() =>
      chart.resize(element.clientWidth, element.clientHeight),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      leave();
      made.stop();
    };
  }, [chart]);

  useEffect(() => {
    words.current = say;
    painter.current?.renew(say);
  }, [say, look]);

  return (
    <div
      ref={sheet}
      className="gantt-sheet"
      role="application"
      tabIndex={0}
      aria-label={say("chart", { count: taskCount(chart.model) })}
      aria-describedby={keys}
    >
      <canvas ref={plan} aria-hidden="true" />
      <canvas ref={touch} aria-hidden="true" className="gantt-touch" />
      <p id={keys} className="gantt-unseen">
        {say("keys")}
      </p>
      <p role="status" className="gantt-unseen">
        {selected < 0 ? "" : spokenBar(chart, selected, say)}
      </p>
      <AccessibleRows chart={chart} say={say} />
      <Tooltip chart={chart} tooltip={tooltip} />
    </div>
  );
}

const tooltipWidth = 300;
const tooltipHeight = 220;

/** Stands below the hovered bar, or above it near the bottom; never over it. */
function Tooltip(props: { chart: Chart; tooltip: GanttSheetProps["tooltip"] }) {
  const { chart, tooltip } = props;
  const bar = useChart(chart, (state) => (state.isMoving ? -1 : state.hovered));
  if (bar < 0) {
    return null;
  }
  const { view, frame, pointerX } = chart.state;
  const box = boxOf(chart.model, chart.layout, view, frame, bar);
  if (!box) {
    return null;
  }
  const below = box.y + box.height + 8;
  const isAbove = below + tooltipHeight > frame.height && box.y > tooltipHeight;
  const left = Math.max(
    4,
    Math.min(pointerX + 12, frame.width - tooltipWidth - 8),
  );
  return (
    <div
      role="tooltip"
      className="gantt-tooltip"
      style={
        isAbove
          ? { left, bottom: frame.height - box.y + 8 }
          : { left, top: below }
      }
    >
      {tooltip(chart, bar)}
    </div>
  );
}
