import { expect, test } from "vitest";
import { defineTexts } from "./define-texts";
import { firstLanguage, switchLanguage } from "./language";

test("I18N-01: Chinese unless something else was chosen", () => {
  localStorage.clear();
  expect(firstLanguage("")).toBe("zh");
  localStorage.setItem("mw.lang", "en");
  expect(firstLanguage("")).toBe("en");
});

test("I18N-03: cn and zh_CN in the address mean zh", () => {
  localStorage.setItem("mw.lang", "en");
  expect(firstLanguage("?lang=cn")).toBe("zh");
  expect(firstLanguage("?lang=zh_CN")).toBe("zh");
  expect(firstLanguage("?lang=klingon")).toBe("en");
});

test("texts follow the language and take their parameters", async () => {
  const { say } = defineTexts(
    "test",
    { rows: "共 {{count}} 行" },
    { rows: "{{count}} rows" },
  );
  await switchLanguage("en");
  expect(say("rows", { count: 3 })).toBe("3 rows");
  expect(document.documentElement.lang).toBe("en");
  await switchLanguage("zh");
  expect(say("rows", { count: 3 })).toBe("共 3 行");
});

test("a count of thousands has separators in both languages", async () => {
  const { say } = defineTexts(
    "thousands",
    { rows: "共 {{count}} 行，第 {{row}} 行" },
    { rows: "{{count}} rows, row {{row}}" },
  );
  await switchLanguage("en");
  expect(say("rows", { count: 12345, row: 2030 })).toBe(
    "12,345 rows, row 2030",
  );
  await switchLanguage("zh");
  expect(say("rows", { count: 12345, row: 2030 })).toBe(
    "共 12,345 行，第 2030 行",
  );
});

test("one thing is written in the singular, in English", async () => {
  const { say } = defineTexts(
    "plural",
    { rows: "共 {{count}} 行" },
    { rows: "{{count}} rows", rows_one: "{{count}} row" },
  );
  await switchLanguage("en");
  expect(say("rows", { count: 1 })).toBe("1 row");
  expect(say("rows", { count: 0 })).toBe("0 rows");
  await switchLanguage("zh");
  expect(say("rows", { count: 1 })).toBe("共 1 行");
});
