import { memo } from "react";
import { useLanguage, type Language } from "@/i18n/language";
import { comma } from "@/i18n/punctuation";
import { inSentence } from "@/resource/metadata";
import { isWorked, weeksOf, type Day } from "./calendar-days";
import { useBasedataTexts } from "./texts";
import type { Range } from "./use-day-selection";

interface CalendarMonthProps {
  year: number;
  /** January is 1. */
  month: number;
  read: (date: string) => Day;
  today: string;
  /** The one day that the Tab key reaches; "" when it lies in another month. */
  cursor: string;
  /** What of the selection lies in this month. */
  range: Range | null;
}

const words = {
  work: "dayWork",
  rest: "dayRest",
  holiday: "dayHoliday",
  makeUp: "dayMakeUp",
} as const;

/** One month of the year view. It is drawn again only when something in it changes. */
export const CalendarMonth = memo(function CalendarMonth(
  props: CalendarMonthProps,
) {
  const { year, month, read, today, cursor, range } = props;
  const t = useBasedataTexts();
  const weeks = weeksOf(year, month);
  const dates = weeks.flat().filter((date) => date !== null);
  const worked = dates.filter((date) => isWorked(read(date).kind)).length;
  const { language } = useLanguage();
  const name = monthName(language, year, month);

  return (
    <table className="month" aria-label={name}>
      <caption>
        {name}
        <span className="numbers">{t("monthWorkdays", { count: worked })}</span>
      </caption>
      <thead>
        <tr>
          {[...t("weekdays")].map((letter, at) => (
            <th key={at} scope="col" abbr={t(weekdayKey(at + 1))}>
              {letter}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={at}>
            {week.map((date, place) =>
              date === null ? (
                <td key={place} />
              ) : (
                <DayCell
                  key={date}
                  date={date}
                  day={read(date)}
                  isToday={date === today}
                  isCursor={date === cursor}
                  isPicked={
                    range !== null && range.from <= date && date <= range.to
                  }
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const monthNames = {
  zh: new Intl.DateTimeFormat("zh-CN", { year: "numeric", month: "long" }),
  en: new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "long" }),
};

function monthName(language: Language, year: number, month: number) {
  return monthNames[language].format(new Date(year, month - 1, 1));
}

export function weekdayKey(weekday: number) {
  return `weekday${weekday}` as "weekday1";
}

interface DayCellProps {
  date: string;
  day: Day;
  isToday: boolean;
  isCursor: boolean;
  isPicked: boolean;
}

function DayCell({ date, day, isToday, isCursor, isPicked }: DayCellProps) {
  const t = useBasedataTexts();
  const label = [t(words[day.kind]), day.name].filter(Boolean).join(" ");
  const classes = ["day", `day-${day.kind}`];
  if (isToday) {
    classes.push("day-today");
  }
  return (
    <td>
      <button
        type="button"
        className={classes.join(" ")}
        data-date={date}
        tabIndex={isCursor ? 0 : -1}
        aria-pressed={isPicked}
        aria-label={date + comma() + inSentence(label)}
        title={label}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
}
