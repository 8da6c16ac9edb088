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
