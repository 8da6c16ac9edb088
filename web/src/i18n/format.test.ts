import { expect, test } from "vitest";
import {
  dueOf,
  formatDue,
  formatInstant,
  formatNumber,
  instantOf,
} from "./format";
import { joined } from "./joined";
import { switchLanguage } from "./language";

test("an instant reads as the wall clock of the factory", () => {
  expect(formatInstant("2026-03-20T00:30:00Z", "Asia/Shanghai")).toBe(
    "2026-03-20 08:30",
  );
  expect(formatInstant(null, "Asia/Shanghai")).toBe("");
});

test("a wall clock time leads back to its instant, also beside a clock change", () => {
  expect(instantOf("2026-03-20 08:30", "Asia/Shanghai")).toBe(
    "2026-03-20T00:30:00.000Z",
  );
  expect(instantOf("2026-03-29 03:30", "Europe/Berlin")).toBe(
    "2026-03-29T01:30:00.000Z",
  );
  expect(instantOf("2026-10-25 04:00", "Europe/Berlin")).toBe(
    "2026-10-25T03:00:00.000Z",
  );
  expect(instantOf("soon", "Europe/Berlin")).toBeNull();
});

test("a due date without a time is the day whose end it is", () => {
  const zone = "Asia/Shanghai";
  expect(formatDue("2026-03-20T16:00:00Z", zone)).toBe("2026-03-20");
  expect(formatDue("2026-03-20T09:30:00Z", zone)).toBe("2026-03-20 17:30");
  expect(formatDue(null, zone)).toBe("");
});

test("a due date that was read leads back to the same instant", () => {
  for (const zone of ["Asia/Shanghai", "Europe/Berlin"]) {
    for (const at of [
      "2026-03-20T16:00:00.000Z",
      "2026-12-31T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z", // the night of a clock change in Berlin
      "2026-03-20T09:30:00.000Z",
    ]) {
      expect(dueOf(formatDue(at, zone), zone)).toBe(at);
    }
  }
  // The midnight that a spreadsheet program writes beside a day is that day.
  expect(dueOf("2026-03-20 00:00", "Asia/Shanghai")).toBe(
    "2026-03-20T16:00:00.000Z",
  );
  expect(dueOf("2026-03-20 00:00", "Europe/Berlin")).toBe(
    "2026-03-20T23:00:00.000Z",
  );
  expect(dueOf("2026-03-20 24:00", "Asia/Shanghai")).toBe(
    "2026-03-20T16:00:00.000Z",
  );
  expect(dueOf("2026-13-01", "Europe/Berlin")).toBeNull();
  expect(dueOf("soon", "Europe/Berlin")).toBeNull();
});

test.each([
  ["zh", "M1、M2、3"],
  ["en", "M1, M2, 3"],
] as const)("several names in a sentence of %s", async (language, says) => {
  await switchLanguage(language);
  expect(joined(["M1", "M2", 3])).toBe(says);
});

test("what is no instant is shown as nothing, and a number or a date as one", () => {
  const zone = "Asia/Shanghai";
  for (const absent of [null, undefined, "", "soon", Number.NaN]) {
    expect(formatInstant(absent, zone)).toBe("");
  }
  expect(formatInstant(0, zone)).toBe("1970-01-01 08:00");
  expect(formatInstant(new Date(60_000), zone)).toBe("1970-01-01 08:01");
  expect(formatInstant("2026-03-20T16:00:00Z", zone)).toBe("2026-03-21 00:00");
  expect(formatDue(undefined, zone)).toBe("");
  expect(formatDue("2026-03-20T02:00:00Z", zone)).toBe("2026-03-20 10:00");
});

test.each([
  ...["2026-3-20 08:30", "2026-03-2 08:30", "26-03-20 08:30"],
  ...["2026-03-20 8:30", "2026-03-20 08:3", "2026-03-20", "08:30"],
  ...["+002026-03-20 08:30", "2026-03-20 08:30:00", "2026-03-20  08:30"],
  ...["2026-13-20 08:30", "2026-03-20 25:30", "2026-03-20 08:60"],
])("%j is no wall clock time", (typed) => {
  expect(instantOf(typed, "UTC")).toBeNull();
});

test("a wall clock time may be written with a T, and a day with its midnight", () => {
  expect(instantOf("2026-03-20T08:30", "Asia/Shanghai")).toBe(
    "2026-03-20T00:30:00.000Z",
  );
  expect(dueOf("2026-03-20T00:00", "Asia/Shanghai")).toBe(
    "2026-03-20T16:00:00.000Z",
  );
  // Midnight is the day's end; ten o'clock, which ends in the same letters, is not.
  expect(dueOf("2026-03-20 10:00", "Asia/Shanghai")).toBe(
    "2026-03-20T02:00:00.000Z",
  );
  expect(dueOf("2026-03-31", "UTC")).toBe("2026-04-01T00:00:00.000Z");
  for (const typed of ["2026-03-2", "12026-03-20", "2026-03-20x"]) {
    expect(dueOf(typed, "UTC")).toBeNull();
  }
});

test("a number has separators, and decimals within the bounds that were asked for", () => {
  expect(formatNumber(1234.5678, "zh")).toBe("1,234.57");
  expect(formatNumber(1234.5678, "en")).toBe("1,234.57");
  expect(formatNumber(1234.5678, "en", 4)).toBe("1,234.5678");
  expect(formatNumber(2, "en")).toBe("2");
  expect(formatNumber(2, "en", 2, 2)).toBe("2.00");
  expect(formatNumber(0, "zh")).toBe("0");
  expect(formatNumber(null, "zh")).toBe("");
  expect(formatNumber(undefined, "en")).toBe("");
});
