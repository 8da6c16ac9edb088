import { expect, test } from "vitest";
import { stepsOf, type Rate } from "./rate-history";

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
