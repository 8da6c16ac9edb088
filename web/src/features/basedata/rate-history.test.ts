import { expect, test } from "vitest";
import { pathOf, stepsOf, type Rate } from "./rate-history";

const rate = (from: string, value: number, baseCode = "CNY"): Rate => ({
  from,
  rate: value,
  baseCode,
});

test("rates against another base currency are no part of the same line", () => {
  const newest = [rate("c", 7.2), rate("b", 7.1), rate("a", 1.1, "EUR")];
  expect(stepsOf(newest).map(({ from }) => from)).toEqual(["b", "c"]);
  expect(stepsOf([])).toEqual([]);
});

test("a rate holds until the next one, and the last until now", () => {
  const steps = [
    rate("2026-01-01T00:00:00Z", 7),
    rate("2026-01-06T00:00:00Z", 8),
    rate("2026-01-09T00:00:00Z", 7.5),
  ];
  const now = Date.parse("2026-01-11T00:00:00Z");
  expect(pathOf(steps, now)).toBe("M0 96H280V0H448V48H560");
  // One rate that never changed is a level line.
  expect(pathOf(steps.slice(0, 1), now)).toBe("M0 96H560");
});
