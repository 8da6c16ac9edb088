import type { ReactNode } from "react";
import { counted } from "@/i18n/counted";
import { RecordName } from "@/ui/record-name";
import type { Chart } from "./chart";
import type { Model } from "./model";
import { toneColour } from "./render/theme";
import type { Mode } from "./rows";
import { useChart } from "./use-chart";
import type { GanttWord, Say } from "./words";

/** What the colours and marks mean; an entry lights its bars alone. */
export function GanttLegend({ chart, say }: { chart: Chart; say: Say }) {
  useChart(chart, (state) => state.colouring);
  useChart(chart, (state) => state.model);
  const mode = useChart(chart, (state) => state.mode);
  const lit = useChart(chart, (state) => state.lit);
  const { entries, colouring } = chart.scheme;
  const shown = [...marks, ...marksOf[mode]].filter(
    ({ isIn }) => isIn?.(chart.model) ?? true,
  );
  return (
    <div className="gantt-legend" role="group" aria-label={say("legend")}>
      <div className="gantt-entries">
        {entries.map(({ word, label, tone, tasks }, i) =>
          tasks === 0 ? null : (
            <button
              key={i}
              type="button"
              aria-pressed={lit === i}
              onClick={() => chart.set({ lit: lit === i ? null : i })}
            >
              <i
                className={`gantt-swatch ${word ?? ""}`}
                style={{ "--tone": toneColour(tone) } as object}
                aria-hidden="true"
              />
              {label === undefined ? (
                word && say(word)
              ) : (
                <span className="gantt-label" title={label}>
                  {colouring === "process" ? (
                    <RecordName>{label}</RecordName>
                  ) : (
                    label
                  )}
                </span>
              )}
              <small>{counted(tasks)}</small>
            </button>
          ),
        )}
      </div>
      <ul className="gantt-marks">
        {shown.map(({ word, picture }) => (
          <li key={word}>
            {picture}
            {say(word)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const drawn = (children: ReactNode) => (
  <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
    {children}
  </svg>
);

interface Mark {
  word: GanttWord;
  picture: ReactNode;
  /** Whether the plan has any; without, always. */
  isIn?: (model: Model) => boolean;
}

const hasSpans =
  (kind: "holidays" | "overtime") =>
  ({ plan }: Model) =>
    plan.calendars.some((calendar) => calendar[kind].length > 0);

/** The most asked for first: what does not fit is left out. */
const marks: Mark[] = [
  {
    word: "locked",
    picture: drawn(
      <path
        d="M4 6h8v5H4zM5.5 6V4a2.5 2.5 0 0 1 5 0v2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
      />,
    ),
  },
  {
    word: "assumed",
    picture: drawn(
      <rect
        x="1"
        y="1.5"
        width="14"
        height="9"
        fill="none"
        stroke="currentColor"
        strokeDasharray="3 2"
      />,
    ),
  },
  {
    word: "conflict",
    picture: drawn(
      <path
        d="M1 1.5h14v9H1zM9 1.5h6v6z"
        fill="none"
        stroke="var(--late)"
        strokeWidth="1.4"
      />,
    ),
  },
  {
    word: "buffer",
    picture: <i className="gantt-swatch gantt-buffer" />,
    isIn: ({ buffers }) => buffers.size > 0,
  },
];

/** Of one view only. */
const marksOf: Record<Mode, Mark[]> = {
  resource: [
    { word: "closed", picture: <i className="gantt-swatch gantt-closed" /> },
    {
      word: "holiday",
      picture: <i className="gantt-swatch gantt-holiday" />,
      isIn: hasSpans("holidays"),
    },
    {
      word: "overtime",
      picture: <i className="gantt-swatch gantt-overtime" />,
      isIn: hasSpans("overtime"),
    },
    {
      word: "load",
      picture: drawn(
        <path
          d="M1 12V7h3V3h4v3h3V1h3v11z"
          fill="color-mix(in srgb, var(--accent) 45%, var(--surface))"
        />,
      ),
    },
  ],
  mould: [
    {
      word: "dueSign",
      picture: drawn(
        <path
          d="m8 1 5 5-5 5-5-5z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />,
      ),
    },
  ],
};
