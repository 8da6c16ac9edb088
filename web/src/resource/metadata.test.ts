import { expect, test } from "vitest";
import { isExpired, type Field } from "./metadata";

const enabled: Field = {
  ...{ key: "enabled", kind: "flag", label: { zh: "状态", en: "Status" } },
  ...{ required: false, unique: false, readOnly: false, hideInList: false },
  ends: "expireDate",
};

// USER-07: the last day itself still counts; without one nobody expires.
test.each([
  ["2026-03-31", true],
  ["2026-04-01", false],
  ["2099-12-31", false],
  ["", false],
  [null, false],
])(
  "on the first of April somebody whose time ends %s is expired: %s",
  (expireDate, expected) => {
    expect(isExpired(enabled, { expireDate }, "2026-04-01")).toBe(expected);
  },
);
