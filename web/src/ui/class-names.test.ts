import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const sheets = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".css"),
);

/** Classes that a sheet styles by themselves, outside of @media, where printing hides what others lay out. */
function stylesOf(css: string) {
  const plain = css
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/@(media|container)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...plain.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors]) => selectors!.split(","))
    .map((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1])
    .filter((name) => name !== undefined);
}

// The sheets of all pages that somebody has opened hold at once: a class of two rooms looks on one page as the other wants it.
test("a class is styled by one room", () => {
  const rooms = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    for (const name of stylesOf(readFileSync(join("src", sheet), "utf8"))) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(dirname(sheet)));
    }
  }
  expect(rooms.size).toBeGreaterThan(300);
  const shared = [...rooms].filter(([, of]) => of.size > 1);
  expect(shared.map(([name, of]) => [name, ...of])).toEqual([]);
});
