import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectTaken } from "../../testing/sources";
import * as sizes from "./sizes";

test("CONST-05: sizes and caps are those of the specification", () => {
  expect(sizes).toMatchObject({
    puzzle: { width: 320, height: 160, fragment: 50, slideEnd: 280 },
    badgeCap: 100,
    expiryWindowDays: 30,
    mostFavourites: 10,
    dragDistance: 10,
    ratio: { cap: 100, decimals: 6 },
  });
});

test.each([
  ["factory-dialog", 462],
  ["factory-list-least", 320],
  ["factory-list-most", 480],
  ["expiry-modal", 500],
  ["expiry-modal-height", 160],
])("CONST-05, FACTORY-06: the box --%s has %d pixels", (name, size) => {
  expect(readFileSync("src/ui/tokens.css", "utf8")).toContain(
    ` --${name}: ${size}px;`,
  );
});

// Where each is used, and what would stand there without it.
test.each([
  ["puzzle", "verify/slide.ts", /\b280\b/],
  ["puzzle", "verify/puzzle-dialog.tsx", /\b(280|320|160)\b/],
  ["badgeCap", "shell/message-queries.ts", /\b(99|100)\b/],
  ["expiryWindowDays", "tenancy/licence.ts", /\b30\b/],
  ["mostFavourites", "shell/favourite-draft.ts", /\b10\b/],
  ["dragDistance", "shell/favourites-sorter.tsx", /distance: \d/],
  ["ratio", "ui/typed-text.ts", /min\(100|1e6/],
])("CONST-05: %s is used by %s", (name, path, figure) =>
  expectTaken(name, "sizes", path, figure),
);
