import { expect, test, type Page } from "@playwright/test";
import { serve, type Site } from "./site";

// Speed of the chart alone, in its production build: BARS=100000 npm run bench.
const bars = Number(process.env.BARS ?? 50_000);
const frames = 150;

let site: Site;
test.beforeAll(async () => {
  site = await serve("gantt");
});
test.afterAll(() => site?.stop());

interface Move {
  deltaX?: number;
  deltaY?: number;
  ctrlKey?: boolean;
}

/** Moves of the wheel, one a frame; there and back. */
const moves = {
  "scroll down": { deltaY: 40 },
  "scroll in time": { deltaX: 60 },
  zoom: { deltaY: -12, ctrlKey: true },
  "zoom out": { deltaY: 12, ctrlKey: true },
};

test(`the chart of ${bars} bars is quick`, async ({ page }) => {
  await open(page);
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName("first paint")[0]!.duration,
  );
  console.log(`first paint ${firstPaint.toFixed(0)} ms`);
  expect(firstPaint).toBeLessThanOrEqual(1000);
  for (const zoomIns of [0, 5]) {
    for (const [name, move] of Object.entries(moves)) {
      const p95 = await best(page, zoomIns, move, 20);
      console.log(
        `${zoomIns ? "some weeks" : "all time"}, ${name}: p95 ${p95.toFixed(1)} ms`,
      );
      expect(p95).toBeLessThanOrEqual(20);
    }
  }
});

// Told, not judged: a throttled page on a busy machine says little.
test("how a processor four times slower follows", async ({ page }) => {
  await open(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const p95 = await best(page, 0, moves["scroll down"], 50);
  console.log(`four times slower, scroll down: p95 ${p95.toFixed(1)} ms`);
});

async function open(page: Page) {
  await page.goto(`${site.url}?bars=${bars}`);
  await page.waitForSelector("body[data-painted]");
}

/** The 95th percentile of the best of three rides: a neighbour on the machine only ever slows. */
async function best(
  page: Page,
  zoomIns: number,
  move: Move,
  enough: number,
): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 3 && least > enough; round++) {
    await page.getByRole("button", { name: "fit" }).click();
    for (let i = 0; i < zoomIns; i++) {
      await page.getByRole("button", { name: "zoomIn" }).click();
    }
    await page.waitForTimeout(300);
    const { p95, pictures } = await ride(page, move);
    expect(pictures).toBeGreaterThan(frames / 4);
    await seesBars(page);
    least = Math.min(least, p95);
  }
  return least;
}

/** Turns the wheel once a frame; counts the pictures that differ in their place, and the time between frames. */
function ride(page: Page, move: Move) {
  return page.evaluate(
    ({ move, frames }) => {
      const sheet = document.querySelector(".gantt-sheet")!;
      const canvas = sheet.querySelector("canvas")!;
      const { left, top, width, height } = sheet.getBoundingClientRect();
      const gaps: number[] = [];
      const places = new Set<string>();
      let sign = 1;
      return new Promise<{ p95: number; pictures: number }>((resolve) => {
        let before = 0;
        function step(now: number) {
          if (before) {
            gaps.push(now - before);
          }
          before = now;
          const at = canvas.dataset;
          places.add(`${at.left} ${at.scale} ${at.top}`);
          if (gaps.length === frames) {
            gaps.sort((a, b) => a - b);
            resolve({
              p95: gaps[Math.floor(frames * 0.95)]!,
              pictures: places.size,
            });
            return;
          }
          if (gaps.length % 75 === 74) {
            sign = -sign;
          }
          sheet.dispatchEvent(
            new WheelEvent("wheel", {
              bubbles: true,
              cancelable: true,
              clientX: left + width * 0.6,
              clientY: top + height / 2,
              deltaX: (move.deltaX ?? 0) * sign,
              deltaY: (move.deltaY ?? 0) * sign,
              ctrlKey: move.ctrlKey ?? false,
            }),
          );
          requestAnimationFrame(step);
        }
        requestAnimationFrame(step);
      });
    },
    { move, frames },
  );
}

/** An unpainted canvas is fast too. */
async function seesBars(page: Page) {
  const seen = await page
    .locator("canvas[data-bars-drawn]")
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas
        .getContext("2d")!
        .getImageData(0, 0, width, height);
      const colours = new Set<number>();
      for (let i = 0; i < data.length; i += 4 * 53) {
        colours.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
      }
      return { colours: colours.size, bars: Number(canvas.dataset.barsDrawn) };
    });
  expect(seen.colours).toBeGreaterThan(8);
  expect(seen.bars).toBeGreaterThan(20);
}
