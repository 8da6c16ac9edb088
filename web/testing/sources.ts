import { expect } from "vitest";

/** The product's own text, by path from /src on: some rules hold for how it is written. */
export const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A file takes a constant from where it is kept, and does not write its figure again. */
export function expectTaken(
  name: string,
  module: "times" | "sizes",
  path: string,
  figure: RegExp,
) {
  const text = sources[`/src/${path}`];
  expect(text, path).toBeDefined();
  expect(text).toMatch(
    new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "[^"]*/${module}"`),
  );
  expect(text).not.toMatch(figure);
}
