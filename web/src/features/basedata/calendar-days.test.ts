import { expect, test } from "vitest";
import {
  addMonths,
  dayOf,
  fixed,
  floating,
  makeUp,
  markDays,
  rest,
  restingWeekdays,
  toggleWeekday,
  weekdayOf,
  weeksOf,
  type HolidayLine,
} from "./calendar-days";

const sunday = { name: "周日", kind: floating, type: rest, weekday: 7 };

function holiday(name: string, from: string, to: string, type = rest) {
  return { name, kind: fixed, type, from, to };
}

// BASE-CALENDAR-01, BASE-CALENDAR-03.
test("a make-up day beats a holiday, a holiday beats the weekly rest", () => {
  const lines: HolidayLine[] = [
    sunday,
    holiday("国庆", "2026-10-01", "2026-10-07"),
    holiday("补班", "2026-10-04", "2026-10-04", makeUp),
  ];
  expect(dayOf(lines, "2026-10-04")).toEqual({ kind: "makeUp", name: "补班" });
  expect(dayOf(lines, "2026-10-01")).toEqual({ kind: "holiday", name: "国庆" });
  expect(dayOf(lines, "2026-10-11").kind).toBe("rest");
  expect(dayOf(lines, "2026-10-12").kind).toBe("work");
});

test("marking days cuts what was there, and joins what it touches", () => {
  const lines = [sunday, holiday("国庆", "2026-10-01", "2026-10-07")];
  const worked = markDays(lines, "2026-10-03", "2026-10-04", {
    type: makeUp,
    name: "补班",
  });
  expect(worked).toEqual([
    sunday,
    holiday("国庆", "2026-10-01", "2026-10-02"),
    holiday("补班", "2026-10-03", "2026-10-04", makeUp),
    holiday("国庆", "2026-10-05", "2026-10-07"),
  ]);
  const again = markDays(worked, "2026-10-03", "2026-10-04", {
    type: rest,
    name: "国庆",
  });
  expect(again).toEqual(lines);
  expect(markDays(lines, "2026-09-01", "2026-12-31", null)).toEqual([sunday]);
});

test("a weekday rests or works again", () => {
  const six = toggleWeekday([], 7, "周日");
  const five = toggleWeekday(six, 6, "周六");
  expect(restingWeekdays(five)).toEqual([6, 7]);
  expect(five.map((line) => line.weekday)).toEqual([6, 7]);
  expect(restingWeekdays(toggleWeekday(five, 7, ""))).toEqual([6]);
});

test("months begin on Monday; leap days and short months are right", () => {
  const february = weeksOf(2028, 2);
  expect(february.flat().filter(Boolean)).toHaveLength(29);
  expect(february[0]!.indexOf("2028-02-01")).toBe(1);
  expect(weekdayOf("2026-03-01")).toBe(7);
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-31", -1)).toBe("2025-12-31");
});
