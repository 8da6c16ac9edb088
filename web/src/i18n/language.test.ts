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

test.each([
  ["en", 999, "999 rows of 999, page 2030"],
  ["en", 1000, "1,000 rows of 1,000, page 2030"],
  ["en", 2786, "2,786 rows of 2,786, page 2030"],
  ["zh", 999, "999 / 999 行，第 2030 页"],
  ["zh", 1000, "1,000 / 1,000 行，第 2030 页"],
  ["zh", 2786, "2,786 / 2,786 行，第 2030 页"],
] as const)(
  "in %s thousands of a figure stand apart: %i",
  async (language, count, shown) => {
    const { say } = defineTexts(
      "thousands",
      { rows: "{{count}} / {{total, number}} 行，第 {{page}} 页" },
      { rows: "{{count}} rows of {{total, number}}, page {{page}}" },
    );
    await switchLanguage(language);
    expect(say("rows", { count, total: count, page: 2030 })).toBe(shown);
  },
);

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
