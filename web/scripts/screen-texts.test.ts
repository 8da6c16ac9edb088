import { join } from "node:path";
import { expect, test } from "vitest";
import { readTexts, textsOf } from "./screen-texts";

test("the texts of a file are read with their kind, their key and both languages", () => {
  const file = `export const { say } = defineTexts("yard", { gate: "大门", n: "{{count}} 扇" }, { gate: "Gate", n: "{{count}} doors", n_one: "one door" });`;
  expect(textsOf("features/aps/yard.ts", file)).toEqual([
    { kind: 6, word: "yard.gate", zh: "大门", en: "Gate" },
    { kind: 6, word: "yard.n", zh: "{{count}} 扇", en: "{{count}} doors" },
    { kind: 6, word: "yard.n_one", zh: "{{count}} 扇", en: "one door" },
  ]);
  expect(textsOf("features/users/yard.ts", file)[0]?.kind).toBe(5);
  expect(textsOf("shell/yard.ts", file)[0]?.kind).toBe(3);
});

test("every text of the screens is in the list once, by a key that a company's word may have", () => {
  const texts = readTexts(join(import.meta.dirname, "..", "src"));
  expect(texts.length).toBeGreaterThan(1500);
  const words = texts.map(({ word }) => word);
  expect(new Set(words).size).toBe(words.length);
  expect(
    texts.filter(
      ({ word, zh, en }) =>
        !/^[\w-]+(\.[\w-]+)*$/.test(word) || word.length > 100 || !zh || !en,
    ),
  ).toEqual([]);
});
