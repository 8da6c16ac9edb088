import { expect, test } from "vitest";
import { timeFrom } from "./time-text";

test("times are understood as people type them", () => {
  for (const [typed, time] of [
    ["8", "08:00"],
    ["830", "08:30"],
    ["1745", "17:45"],
    ["8:5", "08:05"],
    ["８".normalize("NFKC") + "：30", "08:30"],
    ["8.30", "08:30"],
    ["24", "24:00"],
    [" 07:00 ", "07:00"],
  ] as const) {
    expect(timeFrom(typed)).toBe(time);
  }
});

test("what is no time stays as it was typed, for the server to name", () => {
  for (const typed of ["", "25", "24:01", "8:75", "eight", "12345"]) {
    expect(timeFrom(typed)).toBe(typed);
  }
});
