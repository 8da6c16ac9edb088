import { useEffect, useRef } from "react";
import { joined } from "@/i18n/joined";
import { outOfHundred } from "../plan/figure";
import { useCompletionTexts } from "./completion-texts";
import {
  allStates,
  shortDay,
  useAmount,
  type Day,
  type Measure,
} from "./figures";

interface ChartProps {
  days: Day[];
  measure: Measure;
  onOpen: (day: string) => void;
}

// More dates than these have no room below the columns, on a desk and on a phone.
const mostNamed = 16;
const mostNamedNarrow = 6;

// With more days than these the columns stand without gaps.
const mostApart = 62;

/** A column for each day: what became of what was planned for it, and what was finished besides. */
export function DayChart({ days, measure, onOpen }: ChartProps) {
  const t = useCompletionTexts();
  const columns = useRef<HTMLDivElement>(null);
  const last = days.at(-1)?.date;
  // Where not all of them have room, the newest are in sight.
  useEffect(() => {
    if (columns.current) {
      columns.current.scrollLeft = columns.current.scrollWidth;
    }
  }, [last, days.length]);
  const sumOf = ({ [measure]: x }: Day) => x.base + x.outOfPlan;
  const most = Math.max(1, ...days.map(sumOf));
  const step = Math.ceil(days.length / mostNamed);
  // One of so many of these dates is left on a phone.
  const few = Math.ceil(days.length / step / mostNamedNarrow);
  return (
    <section className="rate-days" aria-label={t("days")}>
      <h2>{t("days")}</h2>
      <div
        ref={columns}
        className={
          days.length > mostApart
            ? "rate-columns rate-columns-many"
            : "rate-columns"
        }
        role="group"
        aria-label={t("days")}
      >
        {days.map((day, at) => (
          <div className="rate-column" key={day.date}>
            <Column
              day={day}
              measure={measure}
              height={(100 * sumOf(day)) / most}
              onOpen={onOpen}
            />
            <span
              className={
                at % (step * few) === 0
                  ? "rate-date numbers"
                  : "rate-date rate-date-wide numbers"
              }
              aria-hidden
            >
              {at % step === 0 && shortDay(day.date)}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

interface ColumnProps {
  day: Day;
  measure: Measure;
  /** In per cent of the chart. */
  height: number;
  onOpen: (day: string) => void;
}

function Column({ day, measure, height, onOpen }: ColumnProps) {
  const t = useCompletionTexts();
  const amount = useAmount(measure);
  const figures = day[measure];
  const shown = allStates.filter((state) => figures[state] > 0);
  const words = shown.map((state) =>
    t("amount", { what: t(state), amount: amount(figures[state]) }),
  );
  if (figures.rate !== null) {
    words.unshift(t("rateTold", { rate: outOfHundred(figures.rate) }));
  } else if (day.plan) {
    words.unshift(t("noBase"));
  }
  words.push(
    day.plan
      ? t("dayPlan", { name: day.plan.name, number: day.plan.planNumber })
      : t("dayWithout"),
  );
  const told = t("dayTold", { day: day.date, told: joined(words) });
  const parts = shown.map((state) => (
    <span
      key={state}
      data-state={state}
      style={{ flexGrow: figures[state] * 1000 }}
    />
  ));
  if (shown.length === 0) {
    return (
      <span
        className={day.plan ? "rate-stack" : "rate-stack rate-stack-without"}
        role="img"
        aria-label={told}
        title={told}
      />
    );
  }
  return (
    <button
      type="button"
      className={day.plan ? "rate-stack" : "rate-stack rate-stack-without"}
      aria-label={told}
      title={told}
      onClick={() => onOpen(day.date)}
    >
      <span className="rate-fill" style={{ height: `${height}%` }}>
        {parts}
      </span>
    </button>
  );
}
