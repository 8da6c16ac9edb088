import { expect, test } from "vitest";
import {
  isExpired,
  offers,
  shownTitle,
  withCapitals,
  wordsOf,
  type Field,
  type Meta,
} from "./metadata";

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

test("USER-07: using and disabled begin with a capital where they stand alone, in English", () => {
  const options = [
    { value: 1, label: { zh: "使用中", en: "using" } },
    { value: 0, label: { zh: "停用", en: "disabled" } },
  ];
  const meta = { fields: [{ ...enabled, options }] } as unknown as Meta;
  expect(wordsOf(withCapitals(meta).fields[0]!)).toEqual({
    yes: { zh: "使用中", en: "Using" },
    no: { zh: "停用", en: "Disabled" },
  });
});

test("what nobody may do is offered to nobody", () => {
  const meta = {
    without: ["add", "delete"],
    may: ["check"],
  } as unknown as Meta;
  expect(offers(meta, "add")).toBe(false);
  expect(offers(meta, "delete")).toBe(false);
  expect(offers(meta, "modify")).toBe(true);
});

test("an English screen calls a row by its English name, where it has one", () => {
  const title = { ...enabled, key: "name", kind: "text" } as const;
  const meta = {
    title: "name",
    fields: [{ ...title, english: "englishName" }],
  } as unknown as Meta;
  const both = { name: "线切割", englishName: "Wire EDM" };
  expect(shownTitle(meta, both, "en")).toBe("Wire EDM");
  expect(shownTitle(meta, both, "zh")).toBe("线切割");
  expect(shownTitle(meta, { name: "穿孔", englishName: "" }, "en")).toBe(
    "穿孔",
  );
  expect(shownTitle(meta, null, "en")).toBe("");
});
