import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask, startRun } from "./calls";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    gantt: "甘特图",
    byMould: "按模具",
    collapse: "全部收起",
    expand: "全部展开",
    zoomIn: "放大",
    fit: "显示全部时间",
    fullScreen: "全屏",
    png: "导出 PNG 图片",
    commands: "命令与快捷键",
    find: "查找模具、零件或资源",
    next: "下一个结果",
    colourBy: "着色",
    legend: /^图例/,
    late: /^延期/,
    rows: "视野内的行与任务",
    predecessors: /^前工序/,
    slack: /余量/,
    publish: "发布",
    published: "排程结果发布成功",
    snapshot: /数据截至 \d{4}-\d\d-\d\d \d\d:\d\d/,
  },
  en: {
    gantt: "Gantt",
    byMould: "By mould",
    collapse: "Collapse all",
    expand: "Expand all",
    zoomIn: "Zoom in",
    fit: "Show all time",
    fullScreen: "Full screen",
    png: "Export as PNG",
    commands: "Commands and keys",
    find: "Find a mould, part or resource",
    next: "Next hit",
    colourBy: "Colour by",
    legend: /^Legend/,
    late: /^Of late/,
    rows: "Rows and tasks in sight",
    predecessors: /^Predecessors/,
    slack: /slack/,
    publish: "Publish",
    published: "schedule result published successfully",
    snapshot: /Data as of \d{4}-\d\d-\d\d \d\d:\d\d/,
  },
};
const languages = ["zh", "en"] as const;

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

for (const language of languages) {
  const say = words[language];

  // APS-GANTT-01, APS-GANTT-02, APS-GANTT-03.
  test(`a planner reads the Gantt, in ${language}`, async ({ page }) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await open(page, language);

    // The run and its figures.
    await expect(page.getByText(say.snapshot)).toBeVisible();
    await seesBars(page);

    // Zoom about the middle, then all of it.
    const near = await look(page, "scale");
    await page.getByRole("button", { name: say.zoomIn }).click();
    await expect.poll(() => look(page, "scale")).toBeGreaterThan(near);
    await page.getByRole("button", { name: say.fit }).click();
    await expect.poll(() => look(page, "scale")).toBeLessThan(near);
    await seesBars(page);

    // Expand and collapse.
    const grid = page.getByRole("treegrid", { name: say.rows });
    const rows = async () => Number(await grid.getAttribute("aria-rowcount"));
    const all = await rows();
    await page.getByRole("button", { name: say.collapse }).click();
    await expect.poll(rows).toBeLessThan(all / 3);
    await page.getByRole("button", { name: say.expand }).click();
    await expect.poll(rows).toBe(all);

    // The mould view has rows of its own, with bars.
    await page.getByRole("button", { name: say.byMould }).click();
    await expect(
      grid.getByRole("row", { name: /^M\d\d-\d+ / }).first(),
    ).toBeAttached();
    await seesBars(page);

    // Full screen and back: the chart covers everything but what the page lays over itself, such as a message.
    await page.getByRole("button", { name: say.fullScreen }).click();
    await expect
      .poll(() =>
        page.evaluate(() => {
          const corners = [
            [5, 5],
            [innerWidth - 5, 5],
            [5, innerHeight - 5],
          ] as const;
          const isCovered = corners.every(([x, y]) =>
            document.elementFromPoint(x, y)?.closest(".gantt"),
          );
          const overlays = document.getElementById("overlays")!;
          return isCovered && document.fullscreenElement?.contains(overlays);
        }),
      )
      .toBe(true);
    await page.getByRole("button", { name: say.fullScreen }).click();
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement))
      .toBeNull();
    expect(faults).toEqual([]);
  });

  // APS-GANTT-03: an entry of the legend is lit alone, another colouring has other entries.
  test(`the legend explains and lights, in ${language}`, async ({ page }) => {
    await open(page, language);
    const legend = page.getByRole("group", { name: say.legend });
    const before = await picture(page);
    await legend.getByRole("button", { name: say.late }).click();
    await expect.poll(() => picture(page)).not.toBe(before);
    await page
      .getByRole("combobox", { name: say.colourBy })
      .selectOption("mould");
    await expect(
      legend.getByRole("button", { name: /M26-0001/ }),
    ).toBeVisible();
    await expect(legend.getByRole("button", { pressed: true })).toHaveCount(0);
  });

  test(`search, keys, speech and details, in ${language}`, async ({ page }) => {
    await open(page, language);
    const sheet = page.getByRole("application");
    const live = sheet.getByRole("status");
    await sheet.focus();
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: say.find });
    await expect(field).toBeFocused();
    await field.fill("M26-0024");
    await expect(
      page.getByRole("listbox").getByRole("option").first(),
    ).toContainText("M26-0024");
    await page.keyboard.press("Enter");
    await expect(live).toContainText("M26-0024");
    const first = await live.textContent();
    await page.getByRole("button", { name: say.next }).click();
    await expect(live).not.toHaveText(first!);
    await expect(live).toContainText("M26-0024");
    await page.keyboard.press("Control+f");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeFocused();

    // From bar to bar, by row and by route.
    const here = await live.textContent();
    await page.keyboard.press("]");
    await expect(live).not.toHaveText(here!);
    await expect(live).toContainText("M26-0024");
    await page.keyboard.press("[");
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await expect(live).toContainText(say.slack);
    const selected = page.getByRole("gridcell", { selected: true });
    await expect(async () => {
      expect(await selected.textContent()).toBe(await live.textContent());
      expect(await sheet.getAttribute("aria-activedescendant")).toBe(
        await selected.getAttribute("id"),
      );
    }).toPass();

    // The panel is opened by Enter and closed by Escape; focus comes back.
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog");
    await expect(
      panel.getByRole("heading", { name: say.predecessors }),
    ).toBeVisible();
    await page.screenshot({
      path: `test-results/gantt-details-${language}.png`,
    });
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(sheet).toBeFocused();

    await page.keyboard.press("?");
    await expect(
      page.getByRole("dialog", { name: say.commands }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  });

  test(`the pointer finds bars, a drag pans, the wheel zooms, in ${language}`, async ({
    page,
  }) => {
    await open(page, language);
    const chart = page.getByRole("application");
    let box = (await chart.boundingBox())!;
    const tooltip = page.getByRole("tooltip");
    await expect(async () => {
      // What stands above comes when its answers do, and moves the chart.
      box = (await chart.boundingBox())!;
      for (let x = 0.35; x < 0.9; x += 0.03) {
        await page.mouse.move(box.x + box.width * x, box.y + 130);
        if (await tooltip.isVisible()) {
          return;
        }
      }
      throw new Error("no bar under the pointer");
    }).toPass();
    await expect(tooltip).toContainText(/M26-\d+/);
    const left = await look(page, "left");
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => look(page, "left")).not.toBe(left);
    const scale = await look(page, "scale");
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await expect.poll(() => look(page, "scale")).toBeGreaterThan(scale);
  });

  test(`the picture is saved as PNG, in ${language}`, async ({ page }) => {
    await open(page, language);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: say.png }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    // Every row of the view, at double density.
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(1500);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(3000);
    expect(bytes.length).toBeGreaterThan(50_000);
  });

  test(`nothing serious stands in the way of anybody, in ${language}`, async ({
    page,
  }) => {
    await open(page, language);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await page.getByRole("application").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await faults(page, theme)).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });

  test(`a phone shows it too, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, language);
    await seesBars(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    const box = (await page.getByRole("application").boundingBox())!;
    expect(box.height).toBeGreaterThan(350);
    await page.getByRole("application").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.screenshot({ path: `test-results/gantt-phone-${language}.png` });
  });

  // APS-GANTT-04
  test(`the result is published from the view, in ${language}`, async ({
    page,
  }) => {
    await open(page, language);
    const id = await scheduled(page, `From the view ${language}`);
    await page.goto(`${server.url}/aps/schedule/${id}/gantt`);
    await seesBars(page);
    await page.getByRole("button", { name: say.publish, exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say.publish })
      .click();
    await expect(page.getByText(say.published)).toBeVisible();
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: say.publish, exact: true }),
    ).toBeDisabled();
    await seesBars(page);
  });
}

test("on a dense screen the picture is rough while it moves and sharp at rest", async ({
  browser,
}) => {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 800 },
    deviceScaleFactor: 2,
  });
  await open(page, "en");
  const density = () =>
    plan(page).evaluate(
      (canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth,
    );
  await expect.poll(density).toBe(2);
  const moving = await plan(page).evaluate(
    (canvas: HTMLCanvasElement) =>
      new Promise<number>((resolve) => {
        canvas.parentElement!.dispatchEvent(
          new WheelEvent("wheel", { deltaX: 50, bubbles: true }),
        );
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(canvas.width / canvas.clientWidth),
          ),
        );
      }),
  );
  expect(moving).toBe(1);
  await expect.poll(density).toBe(2);
  await page.close();
});

async function open(page: Page, language: Language) {
  const say = words[language];
  await signIn(page, server, language, { phone: "13800000002" });
  await page.goto(`${server.url}/aps/schedule`);
  await page
    .getByRole("row")
    .filter({ hasText: "Baseline" })
    .getByRole("link", { name: say.gantt })
    .click();
  await seesBars(page);
}

const plan = (page: Page) => page.locator("canvas[data-bars-drawn]");

const look = async (page: Page, what: "scale" | "left") =>
  Number(await plan(page).getAttribute(`data-${what}`));

/** An unpainted canvas is fast too: bars have colours, the sheet has not. */
async function seesBars(page: Page) {
  await expect
    .poll(async () => Number(await plan(page).getAttribute("data-bars-drawn")))
    .toBeGreaterThan(20);
  const colours = await plan(page).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4 * 61) {
      seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    }
    return seen.size;
  });
  expect(colours).toBeGreaterThan(8);
}

const picture = (page: Page) =>
  plan(page).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

/** Makes a schedule of all moulds, runs it by the dispatch rule and waits for its end. */
async function scheduled(page: Page, name: string) {
  const id = await startRun(page, server, name, 0);
  await expect
    .poll(
      async () => {
        const { rows } = await ask<{ rows: { status: number }[] }>(
          page,
          server,
          "POST",
          "aps/exe/job/query",
          { q: name },
        );
        return rows[0]?.status;
      },
      { timeout: 60_000 },
    )
    .toBe(2);
  return id;
}
