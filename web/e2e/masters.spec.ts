import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    holidayName: "名称",
    holiday: "设为节假日",
    makeUp: "设为补班",
    marked: "节假日 春假",
    made: "调休补班",
    addLine: "添加一行",
    name: /^名称/,
    line: (field: string) => `${field}，第 1 行`,
    period: ["开始", "结束", "休息开始", "休息结束"],
    ruler: "工作 16:00–20:00、休息 20:00–20:30、工作 20:30–01:00",
    add: "添加流转时间",
    up: "上游资源",
    down: "下游资源",
    addOne: /^添\s?加$/,
    saveTicked: "保存勾选项",
    saved: "已保存 1 条",
    tick: "勾选第 1 行",
  },
  en: {
    save: "Save",
    holidayName: "Name",
    holiday: "Make it a holiday",
    makeUp: "Make it a make-up day",
    marked: "holiday 春假",
    made: "[Mm]ake-up working day",
    addLine: "Add a line",
    name: /^Name/,
    line: (field: string) => `${field}, line 1`,
    period: ["Start", "End", "Rest from", "Rest to"],
    ruler: "Work 16:00–20:00, Rest 20:00–20:30, Work 20:30–01:00",
    add: "Add flow times",
    up: "Upstream resource",
    down: "Downstream resource",
    addOne: "Add",
    saveTicked: "Save what is ticked",
    saved: "Saved 1",
    tick: "Tick line 1",
  },
};
for (const engine of engines) {
  test.describe(engine, () => {
    let server: Server;
    test.beforeAll(async () => {
      server = await start(engine);
    });
    test.afterAll(() => server.stop());

    // BASE-CALENDAR-01, BASE-SHIFT-01, APS-FLOW-01, APS-FLOW-05.
    for (const language of languagesOn(engine)) {
      test(`master data that is drawn, in ${language}`, async ({ page }) => {
        const faults: string[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        await signIn(page, server, language);
        await year(page, server, language);
        await day(page, server, language);
        await flow(page, server, language);
        expect(faults).toEqual([]);
      });
    }
  });
}

/** Drags over three days of April and takes two more by keys; both survive the saving. */
async function year(page: Page, server: Server, language: Language) {
  const say = words[language];
  const now = new Date().getFullYear();
  const at = (date: string) =>
    page.locator(`[data-date="${now}-${date}"]`).first();
  const open = async () => {
    await page.goto(`${server.url}/settings/calendar`);
    await page.locator("a[href*='/settings/calendar/']").first().click();
    await at("04-20").scrollIntoViewIfNeeded();
  };
  const [from, to] =
    language === "zh" ? ["04-06", "04-08"] : ["05-06", "05-08"];
  await open();
  await at(from).hover();
  await page.mouse.down();
  await at(to).hover();
  await page.mouse.up();
  await page.getByLabel(say.holidayName, { exact: true }).last().fill("春假");
  await page.getByRole("button", { name: say.holiday }).click();
  const month = from.slice(0, 2);
  await at(`${month}-25`).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("button", { name: say.makeUp }).click();
  await page.getByRole("button", { name: say.save }).click();
  await expect(page).toHaveURL(/\/settings\/calendar$/);
  await open();
  await expect(at(to)).toHaveAccessibleName(new RegExp(say.marked));
  await expect(at(`${month}-26`)).toHaveAccessibleName(new RegExp(say.made));
}

/** Types a shift over midnight as people type times; the ruler draws it. */
async function day(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.goto(`${server.url}/settings/shift/new`);
  await page.getByLabel(say.name).first().fill(`晚班 ${language}`);
  await page.getByRole("button", { name: say.addLine }).click();
  const typed = ["16", "1", "20", "2030"];
  for (const [i, field] of say.period.entries()) {
    await page.getByLabel(say.line(field), { exact: true }).fill(typed[i]!);
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("img", { name: say.ruler })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: say.save }).click();
  await expect(page).toHaveURL(/\/settings\/shift$/);
  await expect(
    page.getByRole("row").filter({ hasText: `晚班 ${language}` }),
  ).toBeVisible();
}

/** Adds a pair of machines, saves it as ticked, and finds it again. */
async function flow(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.goto(`${server.url}/aps/flow-time`);
  // The resources to choose from arrive with the rows.
  await expect(page.getByLabel(say.tick, { exact: true })).toBeVisible();
  const bar = page.getByRole("group", { name: say.add });
  for (const [label, machine] of [
    [say.up, "AX01"],
    [say.down, language === "zh" ? "EDM01" : "EDM02"],
  ] as const) {
    await bar.getByLabel(label).fill(machine);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  }
  await bar.getByRole("button", { name: say.addOne }).click();
  await expect(page.getByLabel(say.tick, { exact: true })).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: say.saveTicked }).click();
  await expect(page.getByText(say.saved)).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("row", {
      name: language === "zh" ? /AX01.*EDM01/ : /AX01.*EDM02/,
    }),
  ).toHaveCount(1);
}
