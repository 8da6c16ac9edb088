import i18next from "i18next";
import { expect, test } from "vitest";
import { names } from "./counted";
import type { Language } from "./language";

const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.test.*"],
  { query: "?raw", import: "default", eager: true },
);
const modules = import.meta.glob(["../**/*.{ts,tsx}", "!../**/*.test.*"]);

const definition = /= defineTexts\(\s*"([^"]+)"/;
const files = Object.keys(sources).filter((file) =>
  definition.test(sources[file]!),
);
const folders = files.map((file) => definition.exec(sources[file]!)![1]!);

/** Every text of a language, as its folder, its key and what it says. */
function textsOf(language: Language) {
  return folders.flatMap((folder) =>
    Object.entries(
      i18next.getResourceBundle(language, folder) as Record<string, string>,
    ).map(([key, text]) => ({ folder, key, text })),
  );
}

const millions = 1_234_567;

test.each(["zh", "en"] as const)(
  "each figure of each text in %s has its thousands apart",
  async (language) => {
    await Promise.all(files.map((file) => modules[file]!()));
    expect(new Set(folders).size).toBeGreaterThan(30);
    const texts = textsOf(language);
    expect(texts.length).toBeGreaterThan(1500);
    const wrong = texts.flatMap(({ folder, key, text }) => {
      const params = [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(
        ([, one]) => one!,
      );
      const isOne = key.endsWith("_one");
      const given = (one: string) =>
        isOne && one === "count" ? 1 : names.has(one) ? 7 : millions;
      const shown = i18next.t(key.replace(/_one$/, ""), {
        ns: folder,
        lng: language,
        ...(isOne && { count: 1 }),
        ...Object.fromEntries(params.map((one) => [one, given(one)])),
      });
      const figures = shown.match(/1,234,567/g)?.length ?? 0;
      const expected = params.filter((one) => given(one) === millions).length;
      return /NaN|1234567|\{\{/.test(shown) || figures !== expected
        ? [`${folder}.${key}: ${shown}`]
        : [];
    });
    expect(wrong).toEqual([]);
  },
);

test("no text writes a figure in a way of its own", () => {
  const own = Object.entries(sources).filter(([, source]) =>
    /\{\{\w+, ?\w+\}\}/.test(source),
  );
  expect(own.map(([file]) => file)).toEqual([]);
});
