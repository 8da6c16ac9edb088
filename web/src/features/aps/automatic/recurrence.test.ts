import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import {
  expressionOf,
  hoursOfDay,
  missingOf,
  rareDays,
  tidied,
  workdays,
  type Recurrence,
} from "./recurrence";
import { useRecurrenceWords } from "./use-recurrence-words";

afterEach(() => switchLanguage("en"));

const at = { hours: [6], minute: 30 };
const twice = { hours: [6, 18], minute: 0 };

// APS-AUTO-01: what the form offers, as the server writes it and in words.
const choices: [Recurrence, string, string, string][] = [
  [{ every: "day", ...at }, "0 30 6 * * ?", "Every day at 06:30", "每天 06:30"],
  [
    { every: "day", ...twice },
    "0 0 6,18 * * ?",
    "Every day at 06:00 and 18:00",
    "每天 06:00、18:00",
  ],
  [
    { every: "day", hours: hoursOfDay, minute: 5 },
    "0 5 * * * ?",
    "Every day at minute 5 of every hour",
    "每天 每小时第 5 分",
  ],
  [
    { every: "week", weekdays: workdays, ...at },
    "0 30 6 ? * MON,TUE,WED,THU,FRI",
    "Every weekday at 06:30",
    "每周一至周五 06:30",
  ],
  [
    { every: "week", weekdays: [1, 2, 3, 4, 5, 6], ...at },
    "0 30 6 ? * MON,TUE,WED,THU,FRI,SAT",
    "Every Mon to Sat at 06:30",
    "每逢周一至周六 06:30",
  ],
  [
    { every: "week", weekdays: [1, 2, 4, 7], ...at },
    "0 30 6 ? * MON,TUE,THU,SUN",
    "Every Mon, Tue, Thu and Sun at 06:30",
    "每逢周一、周二、周四、周日 06:30",
  ],
  [
    { every: "week", weekdays: [1, 2, 3, 4, 5, 6, 7], ...at },
    "0 30 6 ? * MON,TUE,WED,THU,FRI,SAT,SUN",
    "Every day at 06:30",
    "每天 06:30",
  ],
  [
    { every: "month", monthDays: [1, 15], ...at },
    "0 30 6 1,15 * ?",
    "On day 1 and 15 of every month at 06:30",
    "每月 1、15 日 06:30",
  ],
  [
    { every: "month", lastDay: true, ...at },
    "0 30 6 L * ?",
    "On the last day of every month at 06:30",
    "每月最后一天 06:30",
  ],
];

test.each(choices)("%j becomes %s", async (choice, expression, en, zh) => {
  expect(expressionOf(choice)).toBe(expression);
  await switchLanguage("en");
  const { result, rerender } = renderHook(useRecurrenceWords);
  expect(result.current(choice)).toBe(en);
  await switchLanguage("zh");
  rerender();
  expect(result.current(choice)).toBe(zh);
});

// APS-AUTO-05
test.each<[Recurrence, Record<string, string>]>([
  [
    {},
    {
      "recurrence.every": "needDays",
      "recurrence.hours": "needHours",
      "recurrence.minute": "needMinute",
    },
  ],
  [{ every: "week", ...at }, { "recurrence.weekdays": "needWeekdays" }],
  [{ every: "month", ...at }, { "recurrence.monthDays": "needMonthDays" }],
  [{ every: "day", hours: [], minute: 0 }, { "recurrence.hours": "needHours" }],
])("%j lacks %j, and has no expression", (choice, missing) => {
  expect(missingOf(choice)).toEqual(missing);
  expect(expressionOf(choice)).toBe("");
});

test("days that some months lack are told, the last day is none of them", () => {
  expect(rareDays({ every: "month", monthDays: [31, 28, 29] })).toEqual([
    29, 31,
  ]);
  expect(rareDays({ every: "month", monthDays: [31], lastDay: true })).toEqual(
    [],
  );
  expect(rareDays({ every: "day", monthDays: [31] })).toEqual([]);
});

test("what a kind of days does not use is left out", () => {
  expect(
    tidied({ every: "day", weekdays: [1], monthDays: [2], ...twice }),
  ).toEqual({ every: "day", ...twice });
  expect(
    tidied({ every: "month", monthDays: [3, 1], lastDay: true, ...at }),
  ).toEqual({ every: "month", lastDay: true, ...at });
});
