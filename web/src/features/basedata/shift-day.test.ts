import { expect, test } from "vitest";
import {
  clockOf,
  minutesOf,
  rulerEnd,
  stretches,
  totalOf,
  withDuration,
} from "./shift-day";

// BASE-SHIFT-01, BASE-SHIFT-03: what the ruler of a day draws.
test("a period with a rest and overtime is three kinds of time", () => {
  const day = stretches([
    {
      start: "08:00",
      end: "17:00",
      restStart: "12:00",
      restEnd: "13:00",
      overtime: 2.5,
    },
  ]);
  expect(day).toEqual([
    { kind: "work", from: 480, to: 720 },
    { kind: "rest", from: 720, to: 780 },
    { kind: "work", from: 780, to: 1020 },
    { kind: "overtime", from: 1020, to: 1170 },
  ]);
  expect(totalOf(day, "work")).toBe(480);
  expect(rulerEnd(day)).toBe(1440);
});

test("a period over midnight belongs to the day that it begins on", () => {
  const day = stretches([
    { start: "22:00", end: "06:00", restStart: "23:30", restEnd: "00:30" },
  ]);
  expect(day.map(({ from, to }) => [from, to])).toEqual([
    [1320, 1410],
    [1410, 1470],
    [1470, 1800],
  ]);
  expect(rulerEnd(day)).toBe(1800);
  expect(clockOf(1800)).toBe("06:00");
});

test("overtime ends where the next period begins, that of the next day too", () => {
  const two = stretches([
    { start: "08:00", end: "16:00", overtime: 3 },
    { start: "17:00", end: "01:00", overtime: 12 },
  ]);
  const overtime = two.filter(({ kind }) => kind === "overtime");
  expect(overtime).toEqual([
    { kind: "overtime", from: 960, to: 1020 },
    { kind: "overtime", from: 1500, to: 1920 },
  ]);
});

test("what is not typed yet is not drawn", () => {
  expect(stretches([{ start: "08:00" }, { start: "8", end: "9" }])).toEqual([]);
  expect(
    stretches([
      { start: "08:00", end: "12:00", restStart: "11:30", restEnd: "12:30" },
    ]),
  ).toEqual([{ kind: "work", from: 480, to: 720 }]);
  expect(minutesOf("24:00")).toBe(1440);
  expect(minutesOf("24:01")).toBeNull();
});

test("the length of a period leaves out its rest", () => {
  expect(
    withDuration({
      start: "08:00",
      end: "16:30",
      restStart: "12:00",
      restEnd: "12:45",
    }),
  ).toMatchObject({ durationHours: 7, durationMinutes: 45 });
  expect(withDuration({ start: "08:00", end: "08:00" })).toMatchObject({
    durationHours: 24,
    durationMinutes: 0,
  });
});
