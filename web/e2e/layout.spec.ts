import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";
import { ids } from "./calls";
import { startProxy, type Proxy } from "./proxy";
import { start, type Server } from "./server";
import { settled, signIn } from "./visit";

// What lies where, as a person sees it: boxes, not styles. Scroll bars take their room, as on a desktop.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--hide-scrollbars"],
  },
});

let server: Server;
let proxy: Proxy;
test.beforeAll(async () => {
  server = await start("sqlite");
  proxy = await startProxy(server);
});
test.afterAll(() => {
  proxy.stop();
  server.stop();
});

const words = {
  zh: {
    save: /^保\s?存$/,
    close: "关闭",
    lost: "服务器没有响应，正在重试…",
    create: "新建排程",
    schedules: "排程任务",
    views: "视图",
    saveView: "保存当前视图",
  },
  en: {
    save: "Save",
    close: "Close",
    lost: "The server does not answer, trying again…",
    create: "New schedule",
    schedules: "Schedules",
    views: "Views",
    saveView: "Save this view",
  },
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(one: Locator): Promise<Box> {
  const box = await one.boundingBox();
  expect(box, String(one)).not.toBeNull();
  return box!;
}

const meet = (a: Box, b: Box) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;

/** Whether a person sees it: inside the window, and nothing lies over its middle. */
const inSight = (one: Locator) =>
  one.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint(
      (left + right) / 2,
      (top + bottom) / 2,
    );
    return (
      left >= 0 &&
      top >= 0 &&
      right <= innerWidth + 0.5 &&
      bottom <= innerHeight + 0.5 &&
      !!over &&
      (element.contains(over) || over.contains(element))
    );
  });

const isWhole = (one: Locator) =>
  one.evaluate((element) => element.scrollWidth <= element.clientWidth);

/** The texts of an element that stand in more than one line, whatever the height of its box. */
const brokenIn = (one: Locator) =>
  one.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (new Set(tops).size > 1) {
        broken.push(texts.currentNode.textContent!);
      }
    }
    return broken;
  });

/** What of a cell does not stand in it whole. */
const cutIn = (cell: Locator) =>
  cell.evaluate((element) =>
    [element, ...element.querySelectorAll("*")]
      .filter(
        ({ scrollWidth, clientWidth }) =>
          clientWidth > 0 && scrollWidth > clientWidth,
      )
      .map(({ className }) => String(className)),
  );

/** The list while one schedule runs, one is next, one waits behind others and one has a newer version than that in force. */
async function busyList(page: Page) {
  await page.route(/aps\/exe\/job\/query/, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as {
      data: { rows: Record<string, unknown>[] };
    };
    const run = {
      ...{ queued: false, percent: 45, late: 12, seconds: 125 },
      ...{ place: 0, ownBefore: 0 },
    };
    const [first] = body.data.rows;
    const busy = { ...first, status: 1, runStatus: 1 };
    body.data.rows = [
      { ...busy, id: "runs", run },
      { ...busy, id: "next", run: { ...run, queued: true, place: 1 } },
      {
        ...{ ...busy, id: "waits" },
        run: { ...run, queued: true, place: 12, ownBefore: 11 },
      },
      {
        ...{ ...first, id: "newer", status: 3, run: null },
        ...{ inForceNumber: 112, planNumber: 113, tasks: 12_345 },
      },
    ];
    await route.fulfill({ response: reply, json: body });
  });
}

/** A schedule with three versions: one is newest, one in force, one has been. */
async function versions(page: Page) {
  await page.route(/aps\/plan\/[^/]+\/versions/, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as {
      data: { rows: Record<string, unknown>[] };
    };
    const first = {
      ...body.data.rows[0],
      ...{ newest: false, inForce: false, publishTime: null },
    };
    const time = "2026-11-20T08:30:00Z";
    const note =
      "客户要求提前一周交付 ABC-1234567890-abcdefghijklmnopqrstuvwxyz";
    body.data.rows = [
      {
        ...{ ...first, planId: "c", planNumber: 103, newest: true },
        ...{ origin: "hand", parent: 102, goes: true },
      },
      { ...body.data.rows[0], planId: "b", planNumber: 102, newest: false },
      {
        ...{ ...first, planId: "a", planNumber: 101, note },
        ...{ publishTime: time, replacedTime: time, publisherName: "陈静" },
      },
    ];
    await route.fulfill({ response: reply, json: body });
  });
}

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  for (const width of [390, 700, 1440]) {
    test(`at ${width} px all of a version can be read and pressed, in ${language}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 1400 });
      await signIn(page, server, language);
      const { schedule } = await ids(page, server);
      await versions(page);
      await page.goto(
        `${server.url}/aps/schedule/${schedule}/result?tab=versions`,
      );
      const rows = page.locator(".versions tbody tr");
      await expect(rows).toHaveCount(3);
      await settled(page);
      for (const row of await rows.all()) {
        for (const one of await row
          .locator("button, a, input, th, td:not(:empty)")
          .all()) {
          const { x, width: wide } = await boxOf(one);
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + wide).toBeLessThanOrEqual(width + 0.5);
        }
        for (const one of await row.locator("a, button").all()) {
          expect(await brokenIn(one)).toEqual([]);
        }
        expect((await boxOf(row)).height).toBeLessThan(330);
      }
      await expect(rows.last().getByRole("button")).toHaveCount(2);
    });
  }

  test(`the button that saves a view holds its words, in ${language}`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    await page.goto(`${server.url}/aps/schedule`);
    await page.locator(".view-menu summary", { hasText: say.views }).click();
    const button = page.locator(".view-save button");
    await expect(button).toHaveText(say.saveView);
    await settled(page);
    expect(await cutIn(button)).toEqual([]);
    const words = await boxOf(button.locator("span"));
    const around = await boxOf(button);
    expect(words.width).toBeLessThanOrEqual(around.width);
    expect(words.x).toBeGreaterThanOrEqual(around.x);
  });

  for (const width of [390, 1440]) {
    test(`at ${width} px a silent server is told above an open record, whose Save stays in sight, in ${language}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, { ...server, url: proxy.url }, language);
      await page.goto(`${proxy.url}/settings/section/new`);
      const panel = page.locator(".side-panel");
      const save = panel.getByRole("button", { name: say.save });
      await expect(save).toBeVisible();
      await settled(page);
      proxy.goAway();
      try {
        await save.click();
        const notice = page.getByText(say.lost);
        await expect(notice).toBeVisible();
        expect(await inSight(notice)).toBe(true);
        expect(await inSight(save)).toBe(true);
        expect(
          await inSight(panel.getByRole("button", { name: say.close }).first()),
        ).toBe(true);
        expect(meet(await boxOf(notice), await boxOf(panel))).toBe(false);
      } finally {
        proxy.comeBack();
      }
    });
  }

  test(`a new schedule leaves the list its title, and a run its state, in ${language}`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    await busyList(page);
    await page.goto(`${server.url}/aps/schedule`);
    const rows = page.getByRole("row").filter({
      has: page.getByRole("gridcell"),
    });
    await expect(rows).toHaveCount(4);
    await settled(page);
    for (const row of await rows.all()) {
      const state = row.getByRole("gridcell").nth(2);
      expect(await cutIn(state), (await state.textContent())!).toEqual([]);
    }

    await page.getByRole("button", { name: say.create }).click();
    await expect(page.locator(".side-panel")).toBeVisible();
    await settled(page);
    const title = page.getByRole("heading", { level: 1, name: say.schedules });
    expect(await isWhole(title)).toBe(true);
    expect(await inSight(title)).toBe(true);
    const ofTitle = await boxOf(title);
    for (const button of await page.locator(".page-head button").all()) {
      expect(meet(ofTitle, await boxOf(button))).toBe(false);
    }
    expect((await boxOf(page.locator(".page-head"))).height).toBeLessThan(170);
  });

  test(`at 700 px no entry of the chart's legend covers another, in ${language}`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    const { schedule } = await ids(page, server);
    await page.setViewportSize({ width: 700, height: 900 });
    await page.goto(`${server.url}/aps/schedule/${schedule}/gantt`);
    const entries = page.locator(".gantt-entries");
    const buttons = entries.locator("button");
    await expect(buttons.nth(3)).toBeVisible();
    await settled(page);

    const legend = page.locator(".gantt-legend");
    expect(await brokenIn(legend)).toEqual([]);
    // The entries come before the marks: while the legend has room for them, none is beyond an edge.
    const { taken, wanted } = await entries.evaluate((element) => ({
      taken: element.clientWidth,
      wanted: Math.min(
        element.scrollWidth,
        element.parentElement!.clientWidth - 24,
      ),
    }));
    expect(taken).toBeGreaterThanOrEqual(wanted);
    const around = await boxOf(entries);
    const all = await buttons.all();
    const boxes = await Promise.all(all.map(boxOf));
    const marks = await Promise.all(
      (await page.locator(".gantt-marks li").all()).map(boxOf),
    );
    for (const [at, box] of boxes.entries()) {
      expect(box.height, "an entry is one line").toBeLessThan(32);
      expect(await isWhole(all[at]!)).toBe(true);
      const figure = await boxOf(all[at]!.locator("small"));
      expect(figure.x + figure.width).toBeLessThanOrEqual(box.x + box.width);
      expect(boxes.some((other, i) => i !== at && meet(box, other))).toBe(
        false,
      );
    }
    for (const [at, mark] of marks.entries()) {
      expect(mark.height, "a mark is one line").toBeLessThan(28);
      expect(meet(around, mark)).toBe(false);
      expect(marks.some((other, i) => i !== at && meet(mark, other))).toBe(
        false,
      );
    }
    await page.setViewportSize({ width: 360, height: 900 });
    await settled(page);
    expect(await brokenIn(legend)).toEqual([]);
    // What is beside the edge is reached by a bar that one sees.
    const { over, bar } = await entries.evaluate((element) => ({
      over: element.scrollWidth - element.clientWidth,
      bar: (element as HTMLElement).offsetHeight - element.clientHeight,
    }));
    expect(over).toBeGreaterThan(0);
    expect(bar).toBeGreaterThan(4);
  });
}
