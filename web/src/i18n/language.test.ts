import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { defineTexts } from "./define-texts";
import {
  askedLanguage,
  chooseLanguage,
  currentLanguage,
  firstLanguage,
  forgetAskedLanguage,
  languageFrom,
  noteAskedLanguage,
  switchLanguage,
  useLanguage,
} from "./language";

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

test.each([
  ...["zh", "ZH", "cn", "CN", "zh-cn", "zh_CN"].map(
    (word) => [word, "zh"] as const,
  ),
  ...["en", "EN", "en-us", "en_US"].map((word) => [word, "en"] as const),
  ...[
    "",
    "e",
    "english",
    "xen",
    "zhx",
    "xzh",
    "xcn",
    "cnx",
    "zhcn",
    "enus",
    "en-us1",
  ].map((word) => [word, null] as const),
])("I18N-03: the word %j chooses %s", (word, language) => {
  expect(languageFrom(word)).toBe(language);
});

test("no word chooses no language", () => {
  expect(languageFrom(null)).toBeNull();
});

test("a language that was turned to is kept for the next visit", async () => {
  await switchLanguage("en");
  expect(localStorage.getItem("mw.lang")).toBe("en");
  expect(currentLanguage()).toBe("en");
  await switchLanguage("zh");
  expect(localStorage.getItem("mw.lang")).toBe("zh");
  expect(document.documentElement.lang).toBe("zh");
  expect(currentLanguage()).toBe("zh");
});

test("who asked for the language of a tab: nobody, its address, or the person", async () => {
  sessionStorage.clear();
  expect(askedLanguage()).toBeNull();
  noteAskedLanguage("?tab=1");
  noteAskedLanguage("?lang=klingon");
  expect(askedLanguage()).toBeNull();
  noteAskedLanguage("?lang=en");
  expect(askedLanguage()).toBe("address");
  await chooseLanguage("zh");
  expect(askedLanguage()).toBe("person");
  expect(currentLanguage()).toBe("zh");
  // What a person chose stays their choice when the tab is loaded anew.
  noteAskedLanguage("?lang=en");
  expect(askedLanguage()).toBe("person");
  forgetAskedLanguage();
  expect(askedLanguage()).toBeNull();
  sessionStorage.setItem("mw.languageAsked", "somebody");
  expect(askedLanguage()).toBeNull();
  sessionStorage.clear();
});

test("words that arrive with the data follow the language on the screen", async () => {
  await switchLanguage("zh");
  const words = { zh: "模具", en: "Mould" };
  const { result } = renderHook(() => {
    const { language, say } = useLanguage();
    return `${language} ${say(words)}`;
  });
  expect(result.current).toBe("zh 模具");
  await act(() => switchLanguage("en"));
  expect(result.current).toBe("en Mould");
});
