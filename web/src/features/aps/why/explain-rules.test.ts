import { expect, test } from "vitest";
import { minutesOf, spanParts, type WhyStretch } from "./explain";

test.each([
  [0, { days: 0, hours: 0, minutes: 0 }],
  [59, { days: 0, hours: 0, minutes: 59 }],
  [60, { days: 0, hours: 1, minutes: 0 }],
  [1439, { days: 0, hours: 23, minutes: 59 }],
  [1440, { days: 1, hours: 0, minutes: 0 }],
  [3001, { days: 2, hours: 2, minutes: 1 }],
  [-90, { days: 0, hours: 1, minutes: 30 }],
  [59.6, { days: 0, hours: 1, minutes: 0 }],
])("%d minutes are told in days, hours and minutes", (minutes, parts) => {
  expect(spanParts(minutes)).toEqual(parts);
});

test("a stretch of the chain is as long as from its start to its end", () => {
  expect(
    minutesOf({
      from: "2026-03-02T08:00:00Z",
      to: "2026-03-02T17:30:00+08:00",
    } as WhyStretch),
  ).toBe(90);
});
