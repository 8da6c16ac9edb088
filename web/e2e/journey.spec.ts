import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn, type Language } from "./visit";

const words = {
  zh: {
    template: /模板/,
    import: /写入/,
    new: "新建排程",
    name: "排程名称",
    ownSettings: "本排程的参数",
    limit: "求解时间",
    save: "保存",
    run: "运行",
    publish: "发布",
    completed: "已完成",
    published: "已发布",
    tasks: "任务表",
    gantt: "甘特图",
    success: "排程运行成功",
    released: "排程结果发布成功",
    zoomIn: "放大",
  },
  en: {
    template: /template/i,
    import: /^Import:/,
    new: "New schedule",
    name: "Schedule name",
    ownSettings: "Settings of this schedule",
    limit: "Time limit",
    save: "Save",
    run: "Run",
    publish: "Publish",
    completed: "Completed",
    published: "Published",
    tasks: "Tasks",
    gantt: "Gantt",
    success: "schedule run success",
    released: "schedule result published successfully",
    zoomIn: "Zoom in",
  },
};
for (const engine of engines) {
  test.describe(engine, () => {
    let server: Server;
    test.beforeAll(async () => {
      server = await start(engine);
    });
    test.afterAll(() => server.stop());

    // APS-SCHED-02, APS-SCHED-05, APS-SCHED-07, APS-RUN-01, APS-RUN-02,
    // APS-RUN-03, APS-RUN-05, APS-RUN-06, APS-GANTT-03, I18N-01.
    for (const language of languagesOn(engine)) {
      test(`a planner imports, schedules and publishes, in ${language}`, async ({
        page,
      }) => {
        const faults: string[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        await signIn(page, server, language, { phone: "13800000002" });
        await importMoulds(page, server, language);
        const one = `${engine} ${language} 1`;
        const two = `${engine} ${language} 2`;
        await schedule(page, server, language, one);
        await looks(page, server, language, one);
        await publish(page, server, language, one);
        await schedule(page, server, language, two);
        await publish(page, server, language, two);
        await expect(row(page, one)).toContainText(words[language].completed);
        expect(faults).toEqual([]);
      });
    }
  });
}

async function importMoulds(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.goto(`${server.url}/pm/import`);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: say.template }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await page
    .locator("input[type=file]")
    .setInputFiles(server.workbook(language === "zh" ? 20 : 21));
  const write = page.getByRole("button", { name: say.import }).last();
  await expect(write).toBeEnabled({ timeout: 30_000 });
  await page.screenshot({ path: `test-results/import-${language}.png` });
  const reply = page.waitForResponse(
    (response) =>
      response.url().includes("production/import") &&
      response.request().method() === "POST",
  );
  await write.click();
  const body = (await (await reply).json()) as {
    code: number;
    data: { committed: boolean; faultCount: number };
  };
  expect(body).toMatchObject({
    code: 1,
    data: { committed: true, faultCount: 0 },
  });
}

/** The row of a schedule: another one may say that this one took its place. */
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });

async function choose(page: Page, name: string) {
  for (const box of await page
    .getByRole("row")
    .getByRole("checkbox", { checked: true })
    .all()) {
    await box.uncheck();
  }
  await row(page, name).getByRole("checkbox").check();
}

async function schedule(
  page: Page,
  server: Server,
  language: Language,
  name: string,
) {
  const say = words[language];
  await page.goto(`${server.url}/aps/schedule`);
  await page.getByRole("button", { name: say.new }).click();
  await page.getByRole("textbox", { name: say.name }).fill(name);
  await page.getByText(say.ownSettings).click();
  await page.getByLabel(say.limit).fill("3");
  await page.keyboard.press("Control+s");
  await expect(row(page, name)).toBeVisible();
  await choose(page, name);
  await page.getByRole("button", { name: say.run, exact: true }).click();
  await expect(page.getByText(say.success)).toBeVisible({ timeout: 40_000 });
  await expect(row(page, name)).toContainText(say.completed);
}

async function looks(
  page: Page,
  server: Server,
  language: Language,
  name: string,
) {
  const say = words[language];
  await row(page, name).getByRole("link", { name: say.tasks }).click();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.locator(".resource-count")).toContainText(/\b50\b/);
  await page.screenshot({ path: `test-results/tasks-${language}.png` });

  await page.getByRole("link", { name: say.gantt }).click();
  const canvas = page.locator("canvas[data-bars-drawn]");
  await expect
    .poll(async () => Number(await canvas.getAttribute("data-bars-drawn")))
    .toBeGreaterThan(20);
  // An unpainted canvas is fast too: bars have colours, the sheet has not.
  const colours = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const { data } = element
      .getContext("2d")!
      .getImageData(0, 0, width, height);
    const seen = new Set<string>();
    for (let i = 0; i < data.length; i += 4 * 97) {
      seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    }
    return seen.size;
  });
  expect(colours).toBeGreaterThan(4);
  const before = Number(await canvas.getAttribute("data-scale"));
  await page.getByRole("button", { name: say.zoomIn }).click();
  await expect
    .poll(async () => Number(await canvas.getAttribute("data-scale")))
    .toBeGreaterThan(before);
  await page.screenshot({ path: `test-results/gantt-${language}.png` });
  await page.goto(`${server.url}/aps/schedule`);
}

async function publish(
  page: Page,
  server: Server,
  language: Language,
  name: string,
) {
  const say = words[language];
  await choose(page, name);
  await page.getByRole("button", { name: say.publish, exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say.publish })
    .click();
  await expect(page.getByText(say.released)).toBeVisible();
  await expect(row(page, name)).toContainText(say.published);
  await page.screenshot({ path: `test-results/schedules-${language}.png` });
}
