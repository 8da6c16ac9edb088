import { expect, test } from "vitest";
import {
  entriesOf,
  overdue,
  plannedFor,
  rowsOf,
  type BaseMould,
} from "./schedule-moulds";

const zone = "Asia/Shanghai";
const mould = (id: string, delivery?: string): BaseMould => ({
  id,
  mouldNo: id.toUpperCase(),
  name: "",
  ...(delivery && { delivery }),
});
const a = mould("a", "2026-03-20T16:00:00Z");
const b = mould("b", "2026-03-01T16:00:00Z");

test("a mould is planned for the earliest date that holds for it", () => {
  const march10 = "2026-03-10T16:00:00Z";
  expect(plannedFor(a, undefined, march10, false)).toBe(a.delivery);
  expect(plannedFor(a, undefined, march10, true)).toBe(march10);
  expect(plannedFor(a, { mouldId: "a", pullIn: true }, march10, false)).toBe(
    march10,
  );
  expect(
    plannedFor(
      a,
      { mouldId: "a", delivery: "2026-03-05T16:00:00Z", pullIn: true },
      march10,
      false,
    ),
  ).toBe("2026-03-05T16:00:00Z");
  expect(plannedFor(mould("c"), undefined, null, true)).toBeNull();
});

test("rows say only what differs, of moulds that are held", () => {
  const entries = entriesOf(
    [
      { mouldId: "a", delivery: "2026-03-05T16:00:00Z" },
      { mouldId: "gone", pullIn: true },
    ],
    zone,
  );
  expect(entries.a).toEqual({ delivery: "2026-03-05", pullIn: false });
  expect(rowsOf(entries, [a, b], zone)).toEqual([
    { mouldId: "a", pullIn: false, delivery: "2026-03-05T16:00:00.000Z" },
  ]);
});

test("moulds that are due before the start are named, unless there is one alone", () => {
  const start = "2026-03-02T00:00:00Z";
  expect(overdue([a, b], [], start, null)).toEqual([b]);
  expect(overdue([b], [], start, null)).toEqual([]);
  expect(
    overdue(
      [a, b],
      [{ mouldId: "a", pullIn: true }],
      start,
      "2026-03-02T00:00:00Z",
    ),
  ).toEqual([a, b]);
});
