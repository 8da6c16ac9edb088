import { Button, Input } from "antd";
import { useCallback, useMemo, useState } from "react";
import { formatInstant } from "@/i18n/format";
import type { FieldInputProps } from "@/resource/field-input-props";
import { LinesInput } from "@/resource/lines-input";
import { useZone } from "@/session/session";
import {
  dayOf,
  daysBetween,
  isWorked,
  makeUp,
  markDays,
  rest,
  restingWeekdays,
  toggleWeekday,
  weeksOf,
  type Day,
  type HolidayLine,
} from "./calendar-days";
import { CalendarMonth, weekdayKey } from "./calendar-month";
import { HolidaySources } from "./holiday-sources";
import { useBasedataTexts } from "./texts";
import { useDaySelection, type Range } from "./use-day-selection";
import "./basedata.css";

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The holidays of a work calendar as the year that they make. */
export function CalendarHolidays(props: FieldInputProps) {
  const { value, disabled, faults, onChange } = props;
  const t = useBasedataTexts();
  const zone = useZone();
  const today = formatInstant(new Date(), zone).slice(0, 10);
  const lines = useMemo(() => (value as HolidayLine[] | null) ?? [], [value]);
  const { cursor, setCursor, range, letGo, area, handlers } = useDaySelection(
    today,
    disabled,
  );
  const year = Number(cursor.slice(0, 4));

  const days = useMemo(() => {
    const all = new Map<string, Day>();
    for (const month of months) {
      for (const date of weeksOf(year, month).flat()) {
        if (date !== null) {
          all.set(date, dayOf(lines, date));
        }
      }
    }
    return all;
  }, [lines, year]);
  const read = useCallback((date: string) => days.get(date)!, [days]);
  const worked = [...days.values()].filter((day) => isWorked(day.kind)).length;
  const resting = restingWeekdays(lines);

  function turn(years: number) {
    setCursor(years === 0 ? today : `${year + years}-${cursor.slice(5, 7)}-01`);
  }

  function mark(what: Mark) {
    if (range) {
      onChange(markDays(lines, range.from, range.to, what));
      letGo();
    }
  }

  return (
    <div className="work-year">
      <div className="weekly-rest" role="group" aria-label={t("weeklyRest")}>
        <span className="soft">{t("weeklyRest")}</span>
        {weekdays.map((weekday) => (
          <button
            key={weekday}
            type="button"
            className="weekday"
            disabled={disabled}
            aria-pressed={resting.includes(weekday)}
            onClick={() =>
              onChange(toggleWeekday(lines, weekday, t(weekdayKey(weekday))))
            }
          >
            {t(weekdayKey(weekday))}
          </button>
        ))}
      </div>
      <div className="work-year-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t("previousYear")}
          onClick={() => turn(-1)}
        >
          ‹
        </button>
        <strong className="numbers">{t("year", { year })}</strong>
        <button
          type="button"
          className="icon-button"
          aria-label={t("nextYear")}
          onClick={() => turn(1)}
        >
          ›
        </button>
        {cursor.slice(0, 4) !== today.slice(0, 4) && (
          <Button size="small" onClick={() => turn(0)}>
            {t("thisYear")}
          </Button>
        )}
        <span className="soft numbers">{t("workdays", { count: worked })}</span>
        <span className="push" />
        <Legend />
      </div>
      {!disabled && (
        <MarkBar
          key={range ? `${range.from} ${range.to}` : ""}
          range={range}
          name={range ? dayOf(lines, range.from).name : ""}
          onMark={mark}
        />
      )}
      {!disabled && (
        <HolidaySources
          year={year}
          lines={lines}
          onTake={(now, shown) => {
            onChange(now);
            if (shown !== year) {
              turn(shown - year); // to where they stand
            }
          }}
        />
      )}
      <div ref={area} className="months" {...handlers}>
        {months.map((month) => (
          <CalendarMonth
            key={month}
            year={year}
            month={month}
            read={read}
            today={today}
            cursor={inMonth(cursor, year, month) ? cursor : ""}
            range={rangeIn(range, year, month)}
          />
        ))}
      </div>
      <details open={Object.keys(faults).length > 0 || undefined}>
        <summary>{t("asList", { count: lines.length })}</summary>
        <LinesInput {...props} value={lines} />
      </details>
    </div>
  );
}

function monthKey(year: number, month: number) {
  return `${year}-${String(month).padStart(2, "0")}`;
}

function inMonth(date: string, year: number, month: number) {
  return date.startsWith(monthKey(year, month));
}

/** Months without a part of the selection keep their null and are not drawn again. */
function rangeIn(range: Range | null, year: number, month: number) {
  const key = monthKey(year, month);
  return range && range.from.slice(0, 7) <= key && key <= range.to.slice(0, 7)
    ? range
    : null;
}

function Legend() {
  const t = useBasedataTexts();
  return (
    <span className="year-legend">
      <span>
        <i className="day day-rest" aria-hidden="true" /> {t("dayRest")}
      </span>
      <span>
        <i className="day day-holiday" aria-hidden="true" /> {t("dayHoliday")}
      </span>
      <span>
        <i className="day day-makeUp" aria-hidden="true" /> {t("dayMakeUp")}
      </span>
    </span>
  );
}

type Mark = { type: number; name: string } | null;

interface MarkBarProps {
  range: Range | null;
  /** Of the first day, where it has one. */
  name: string;
  onMark: (what: Mark) => void;
}

/**
 * What the days that are picked shall be. It stands there all the time, so that
 * no day moves away under the pointer that picks it.
 */
function MarkBar({ range, name, onMark }: MarkBarProps) {
  const t = useBasedataTexts();
  const [typed, setTyped] = useState(name);

  function mark(type: number) {
    const fallback = t(type === rest ? "dayHoliday" : "dayMakeUp");
    onMark({ type, name: typed.trim() || fallback });
  }

  return (
    <div className="mark-bar">
      <p className={range ? "numbers" : "soft"} role="status">
        {range ? <RangeWords {...range} /> : t("yearHelp")}
      </p>
      <Input
        className="mark-name"
        size="small"
        disabled={!range}
        maxLength={20}
        aria-label={t("holidayName")}
        placeholder={t("holidayName")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={(event) => {
          // Enter would send the whole form.
          event.preventDefault();
          mark(rest);
        }}
      />
      <Button
        size="small"
        type="primary"
        disabled={!range}
        onClick={() => mark(rest)}
      >
        {t("markHoliday")}
      </Button>
      <Button size="small" disabled={!range} onClick={() => mark(makeUp)}>
        {t("markMakeUp")}
      </Button>
      <Button size="small" disabled={!range} onClick={() => onMark(null)}>
        {t("clearDays")}
      </Button>
    </div>
  );
}

function RangeWords({ from, to }: Range) {
  const t = useBasedataTexts();
  const count = daysBetween(from, to);
  return count === 1
    ? t("selectedOne", { from })
    : t("selected", { from, to, count });
}
