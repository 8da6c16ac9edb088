import { expect, test } from "vitest";
import { intervalOf, presetOf, stretches, wrongWith } from "./interval";

test.each([
  ["thisWeek", "2026-03-04", "2026-03-02", "2026-03-04"],
  ["thisWeek", "2026-03-02", "2026-03-02", "2026-03-02"],
  ["lastWeek", "2026-03-04", "2026-02-23", "2026-03-01"],
  ["thisMonth", "2026-03-04", "2026-03-01", "2026-03-04"],
  ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["lastMonth", "2026-01-04", "2025-12-01", "2025-12-31"],
] as const)("%s on %s is from %s to %s", (preset, today, from, to) => {
  expect(intervalOf(preset, today)).toEqual({ from, to });
  expect(presetOf({ from, to }, today)).toBe(preset);
});

test("an interval that no preset means is one of its own", () => {
  const interval = { from: "2026-02-24", to: "2026-03-01" };
  expect(presetOf(interval, "2026-03-04")).toBeUndefined();
});

// APS-CAP-07
test.each([
  ["", "2026-03-01", "needInterval"],
  ["2026-03-01", "", "needInterval"],
  ["soon", "2026-03-01", "needInterval"],
  ["2026-03-02", "2026-03-01", "wrongOrder"],
  ["2026-03-01", "2026-03-05", "ahead"],
  ["2025-03-03", "2026-03-04", "tooLong"],
  ["2025-03-04", "2026-03-04", undefined],
  ["2026-03-04", "2026-03-04", undefined],
])("of %s to %s the form says %s", (from, to, wrong) => {
  expect(wrongWith({ from, to }, "2026-03-04")).toBe(wrong);
});

test("days in a row are told by their ends", () => {
  expect(stretches(["2026-02-27", "2026-02-28", "2026-03-01"])).toEqual([
    "2026-02-27 – 2026-03-01",
  ]);
  expect(stretches(["2026-03-01", "2026-03-03", "2026-03-04"])).toEqual([
    "2026-03-01",
    "2026-03-03 – 2026-03-04",
  ]);
  expect(stretches([])).toEqual([]);
});
