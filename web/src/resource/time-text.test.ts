import { expect, test } from "vitest";
import { momentFrom, timeFrom } from "./time-text";

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

test("a day with a time or without is understood as people type it", () => {
  for (const [typed, moment] of [
    ["2026-03-02", "2026-03-02"],
    [" 2026/3/2 ", "2026-03-02"],
    ["2026.3.2 8:00", "2026-03-02 08:00"],
    ["2026年3月2日 830", "2026-03-02 08:30"],
    ["2026-03-02T17:45", "2026-03-02 17:45"],
  ] as const) {
    expect(momentFrom(typed)).toBe(moment);
  }
  for (const typed of [
    "",
    "2026-03",
    "26-3-2",
    "2026-03-02 24:00",
    "2026-03-02 8 9",
    "tomorrow",
  ]) {
    expect(momentFrom(typed)).toBe(typed);
  }
});
