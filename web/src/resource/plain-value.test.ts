import { expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import type { Field } from "./metadata";
import { plainValue } from "./plain-value";

const field = (more: Partial<Field>) => more as Field;
const names = { a: "EDM", b: "CNC" };

test.each([
  ["zh", "EDM、CNC", "EDM；CNC"],
  ["en", "EDM, CNC", "EDM; CNC"],
] as const)("several rows and lines in %s", async (language, rows, lines) => {
  await switchLanguage(language);
  const reader = { language, zone: "Asia/Shanghai", yes: "", no: "" };
  expect(
    plainValue(field({ kind: "references" }), ["a", "b"], names, reader),
  ).toBe(rows);
  // The log names what no form declares, such as uploaded programs.
  expect(plainValue(undefined, ["EDM", "CNC"], names, reader)).toBe(rows);
  const ofLine = field({ key: "group", kind: "reference" });
  expect(
    plainValue(
      field({ kind: "lines", fields: [ofLine] }),
      [{ group: "a" }, { group: "b" }],
      names,
      reader,
    ),
  ).toBe(lines);
});

const reader = {
  language: "en" as const,
  zone: "Asia/Shanghai",
  yes: "Yes",
  no: "No",
};
const inChinese = { ...reader, language: "zh" as const, yes: "是", no: "否" };
const state = field({
  kind: "choice",
  options: [
    { value: 1, label: { zh: "夜班", en: "Night" } },
    { value: 2, label: { zh: "白班", en: "Day" } },
  ],
});
const effective = field({
  kind: "flag",
  options: [
    { value: 0, label: { zh: "失效", en: "Expired" } },
    { value: 1, label: { zh: "有效", en: "Effective" } },
  ],
});

test.each([
  [field({ kind: "flag" }), true, "Yes", "是"],
  [field({ kind: "flag" }), false, "No", "否"],
  [effective, true, "Effective", "有效"],
  [effective, false, "Expired", "失效"],
  [state, 1, "Night", "夜班"],
  [state, 2, "Day", "白班"],
  [state, 9, "9", "9"],
  [field({ kind: "choice" }), 1, "1", "1"],
  [field({ kind: "reference" }), "a", "EDM", "EDM"],
  [field({ kind: "reference" }), "gone", "gone", "gone"],
  [field({ kind: "references" }), ["b", "gone"], "CNC, gone", "CNC、gone"],
  [
    field({ kind: "instant" }),
    "2026-03-20T16:00:00Z",
    "2026-03-21 00:00",
    "2026-03-21 00:00",
  ],
  [
    field({ kind: "instant", endsDay: true }),
    "2026-03-20T16:00:00Z",
    "2026-03-20",
    "2026-03-20",
  ],
  [field({ kind: "integer" }), 12345, "12,345", "12,345"],
  [field({ kind: "integer" }), 0, "0", "0"],
  [field({ kind: "integer", code: true }), 8443, "8443", "8443"],
  [field({ kind: "decimal" }), 0.000001, "0.000001", "0.000001"],
  [field({ kind: "decimal" }), 1.23456, "1.23456", "1.23456"],
  [field({ kind: "decimal", decimals: 1 }), 1.26, "1.3", "1.3"],
  [field({ kind: "hours", decimals: 0 }), 1.6, "2", "2"],
  [field({ kind: "hours" }), "8 h", "8 h", "8 h"],
  [field({ kind: "text" }), "a note", "a note", "a note"],
  [field({ kind: "text" }), 7, "7", "7"],
  [undefined, ["EDM", 7], '["EDM",7]', '["EDM",7]'],
  [undefined, { a: 1 }, '{"a":1}', '{"a":1}'],
])("a value of %j reads as a person says it: %j", async (of, value, en, zh) => {
  await switchLanguage("en");
  expect(plainValue(of, value, names, reader)).toBe(en);
  await switchLanguage("zh");
  expect(plainValue(of, value, names, inChinese)).toBe(zh);
});

test("what is absent reads as nothing, also within a line", async () => {
  await switchLanguage("en");
  for (const kind of ["flag", "choice", "reference", "instant"] as const) {
    for (const absent of [null, undefined, ""]) {
      expect(plainValue(field({ kind }), absent, names, reader)).toBe("");
    }
  }
  const lines = field({
    kind: "lines",
    fields: [
      field({ key: "group", kind: "reference" }),
      field({ key: "hours", kind: "hours" }),
      field({ key: "night", kind: "flag" }),
    ],
  });
  expect(
    plainValue(
      lines,
      [
        { group: "a", hours: 8, night: true },
        { group: null, hours: 2 },
      ],
      names,
      reader,
    ),
  ).toBe("EDM 8 Yes; 2");
  expect(plainValue(field({ kind: "lines" }), [{ a: 1 }], names, reader)).toBe(
    "",
  );
});
