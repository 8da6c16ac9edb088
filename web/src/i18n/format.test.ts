import { expect, test } from "vitest";
import { dueOf, formatDue, formatInstant, instantOf } from "./format";
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
