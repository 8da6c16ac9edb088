import { expect, test } from "vitest";
import { daysLater, mondayOf } from "../plan/days";
import { mondayOfWeek, weekOf } from "./week";

test.each([
  ["2026-03-02", "2026-W10", "2026-03-02"],
  ["2026-03-08", "2026-W10", "2026-03-02"],
  ["2026-01-01", "2026-W01", "2025-12-29"],
  ["2027-01-03", "2026-W53", "2026-12-28"],
  ["2024-12-30", "2025-W01", "2024-12-30"],
])("%s lies in %s", (day, week, monday) => {
  expect(weekOf(day)).toBe(week);
  expect(mondayOf(day)).toBe(monday);
  expect(mondayOfWeek(week)).toBe(monday);
});

test.each(["", "2026", "2026-W00", "2025-W53", "2026-W1", "March"])(
  "%j is no week",
  (week) => expect(mondayOfWeek(week)).toBe(""),
);

test("days go on over months and years", () => {
  expect(daysLater("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysLater("2026-03-02", -7)).toBe("2026-02-23");
});
