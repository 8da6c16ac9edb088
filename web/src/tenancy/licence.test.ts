import { expect, test } from "vitest";
import { noticeOf } from "./licence";

const at = (expireRemainDays: number | null) =>
  noticeOf({ expireTime: "2027-03-31 00:00:00", expireRemainDays });

test("EXPIRY-03: an end within 30 days is told with its date", () => {
  expect(at(31)).toBeNull();
  expect(at(30)).toEqual({ kind: "ends", date: "2027-03-31", days: 30 });
  expect(at(0)).toEqual({ kind: "ends", date: "2027-03-31", days: 0 });
  expect(at(null)).toBeNull();
});

test("EXPIRY-04: an overdue licence tells for how many days", () => {
  expect(at(-1)).toEqual({ kind: "expired", days: 1 });
  expect(at(-40)).toEqual({ kind: "expired", days: 40 });
});
