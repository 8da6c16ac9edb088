import { expect, test } from "vitest";
import {
  addMonths,
  dayOf,
  daysBetween,
  fixed,
  floating,
  isWorked,
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
  // A weekday rests by a line of rest alone.
  expect(dayOf([{ ...sunday, type: makeUp }], "2026-10-11").kind).toBe("work");
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

test("the days of a range count both its ends", () => {
  expect(daysBetween("2026-10-01", "2026-10-01")).toBe(1);
  expect(daysBetween("2026-10-01", "2026-10-07")).toBe(7);
  expect(daysBetween("2026-02-27", "2026-03-01")).toBe(3);
});

test("work is done on working days and on make-up days", () => {
  expect(isWorked("work")).toBe(true);
  expect(isWorked("makeUp")).toBe(true);
  expect(isWorked("holiday")).toBe(false);
  expect(isWorked("rest")).toBe(false);
});

test("an entry of other days, or one half filled in, holds no day", () => {
  const half: HolidayLine[] = [
    { name: "", kind: fixed, type: rest, from: "2026-10-01" },
    { name: "", kind: fixed, type: rest, to: "2026-10-07" },
    { name: "", kind: floating, type: makeUp, weekday: 1 },
  ];
  expect(dayOf(half, "2026-10-05")).toEqual({ kind: "work", name: "" });
  const nameless: HolidayLine[] = [
    { kind: fixed, type: rest, from: "2026-10-01", to: "2026-10-02" },
    { kind: fixed, type: makeUp, from: "2026-10-02", to: "2026-10-02" },
    { kind: floating, type: rest, weekday: 7 },
  ] as HolidayLine[];
  expect(dayOf(nameless, "2026-10-01")).toEqual({ kind: "holiday", name: "" });
  expect(dayOf(nameless, "2026-10-02")).toEqual({ kind: "makeUp", name: "" });
  expect(dayOf(nameless, "2026-10-04")).toEqual({ kind: "rest", name: "" });
});

test("a weekly entry is cut by no marked day", () => {
  const kept = markDays([sunday], "2026-10-04", "2026-10-04", {
    type: makeUp,
    name: "补班",
  });
  expect(kept).toContainEqual(sunday);
  expect(dayOf(kept, "2026-10-04").kind).toBe("makeUp");
  expect(dayOf(kept, "2026-10-11").kind).toBe("rest");
});

test("marked days join entries of their name and type that touch them, and no others", () => {
  const lines = [
    holiday("国庆", "2026-10-01", "2026-10-02"),
    holiday("国庆", "2026-10-05", "2026-10-06"),
    holiday("国庆", "2026-10-09", "2026-10-10"),
    holiday("中秋", "2026-09-30", "2026-09-30"),
  ];
  const named = { type: rest, name: "国庆" };
  const joined = markDays(lines, "2026-10-03", "2026-10-04", named);
  expect(joined).toHaveLength(3);
  expect(joined).toContainEqual(holiday("国庆", "2026-10-01", "2026-10-06"));
  expect(joined).toContainEqual(holiday("国庆", "2026-10-09", "2026-10-10"));
  expect(joined).toContainEqual(holiday("中秋", "2026-09-30", "2026-09-30"));
  // A day between: they stay apart.
  const apart = markDays(lines, "2026-10-12", "2026-10-12", named);
  expect(apart).toContainEqual(holiday("国庆", "2026-10-12", "2026-10-12"));
  expect(apart).toHaveLength(5);
});
