import { expect, test, type Page } from "@playwright/test";
import { serve, type Site } from "./site";

// Speed of the table alone, in its production build: ROWS=50000 npm run bench.
const rows = Number(process.env.ROWS ?? 20_000);
const columns = 20;
const frames = 180;

let site: Site;
test.beforeAll(async () => {
  site = await serve("grid");
});
test.afterAll(() => site?.stop());

/** Pixels a frame, and the bar of its 95th percentile. A hard flick draws twelve rows anew each frame: told, not judged. */
const rides = [
  { name: "scroll", pixels: 24, bar: 22 },
  { name: "hard flick", pixels: 400, bar: Infinity },
];

test(`a table of ${rows} rows and ${columns} columns is quick`, async ({
  page,
}) => {
  await page.goto(`${site.url}?rows=${rows}&columns=${columns}`);
  await expect(page.getByRole("row").nth(10)).toBeVisible();
  for (const { name, pixels, bar } of rides) {
    // The best of three: a neighbour on the machine only ever slows.
    let least = Infinity;
    for (let round = 0; round < 3 && least > 22; round++) {
      const { p95, seen } = await ride(page, pixels);
      expect(seen).toBeGreaterThan(frames / 4);
      least = Math.min(least, p95);
    }
    console.log(`${name}: p95 ${least.toFixed(1)} ms`);
    expect(least).toBeLessThanOrEqual(bar);
  }
});

/** Scrolls a step every frame; counts the rows that came into the document, and the time between frames. */
function ride(page: Page, pixels: number) {
  return page.getByRole("grid").evaluate(
    (grid, { pixels, frames }) => {
      grid.scrollTop = 0;
      const gaps: number[] = [];
      const seen = new Set<string>();
      return new Promise<{ p95: number; seen: number }>((resolve) => {
        let before = 0;
        function step(now: number) {
          if (before) {
            gaps.push(now - before);
          }
          before = now;
          const at = grid.querySelector("[aria-rowindex]:nth-child(4)");
          seen.add(at?.getAttribute("aria-rowindex") ?? "");
          if (gaps.length === frames) {
            gaps.sort((a, b) => a - b);
            resolve({ p95: gaps[Math.floor(frames * 0.95)]!, seen: seen.size });
            return;
          }
          grid.scrollTop += pixels;
          requestAnimationFrame(step);
        }
        requestAnimationFrame(step);
      });
    },
    { pixels, frames },
  );
}
