import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    tasks: "任务表",
    save: /^保\s?存$/,
    inspect: /^检\s?测$/,
    tickToSave: "请先勾选要保存的数据",
    hours: (of: string) => new RegExp(`^${of} 的工时`),
    lock: (of: string) => new RegExp(`^${of} 的锁定`),
    inspection: "检测：3 个任务",
    saved: /^已保存 3 个任务/,
    gantt: "在甘特图中查看",
    unlockFirst: "任务须先解锁才能检测",
    row: "选择此行",
    either: "请选择排程名称或模具编号",
    mould: "模具编号",
    show: /^查\s?看$/,
  },
  en: {
    tasks: "Tasks",
    save: "Save",
    inspect: "Inspect",
    tickToSave: "Check the data before saving",
    hours: (of: string) => new RegExp(`^Hours of ${of}`),
    lock: (of: string) => new RegExp(`^Lock of ${of}`),
    inspection: "Inspection of 3 tasks",
    saved: /^3 tasks saved/,
    gantt: "See it in the Gantt",
    unlockFirst: "Task must be unlocked before inspection",
    row: "Select this row",
    either: "Please give a schedule name or a mould number",
    mould: "Mould number",
    show: "Show",
  },
};

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  // APS-TASK-09, APS-TASK-11.
  test(`a planner edits tasks in their table, in ${language}`, async ({
    page,
  }) => {
    // Each language has moulds of its own: what one has saved is not free for the other.
    const of = await open(page, language);
    const [first, second, third] = of as [string, string, string];
    const hours = (title: string) =>
      page.getByRole("textbox", { name: say.hours(title) });
    const lock = (title: string) =>
      page.getByRole("combobox", { name: say.lock(title) });
    const save = page.getByRole("button", { name: say.save, exact: true });

    await save.click();
    await expect(page.getByText(say.tickToSave)).toBeVisible();

    // By mouse, and by keyboard from the cell.
    await hours(first).fill("7.5");
    await page.getByRole("grid").focus();
    await hours(second)
      .locator("xpath=..")
      .click({ position: { x: 1, y: 1 } });
    await page.getByRole("grid").focus();
    await page.keyboard.press("Enter");
    await expect(hours(second)).toBeFocused();
    await page.keyboard.type("9.25");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("grid")).toBeFocused();
    await lock(third).selectOption("2");
    for (const title of [first, second]) {
      await expect(hours(title)).toHaveAttribute("data-changed");
    }
    await expect(
      page.getByRole("checkbox", { name: say.row, checked: true }),
    ).toHaveCount(3);

    await page.getByRole("button", { name: say.inspect, exact: true }).click();
    await expect(
      page.getByRole("heading", { name: say.inspection }),
    ).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.screenshot({ path: `test-results/tasks-${language}.png` });
    await save.click();
    await expect(page.getByText(say.saved)).toBeVisible();
    await expect(page.getByRole("link", { name: say.gantt })).toBeVisible();

    await page.reload();
    await expect(hours(first)).toHaveValue("7.5");
    await expect(hours(second)).toHaveValue("9.25");
    await expect(lock(third)).toHaveValue("2");
    await expect(hours(third)).toHaveCount(0); // locked with its times

    await page
      .getByRole("row")
      .filter({ has: lock(third) })
      .getByRole("checkbox")
      .check();
    await page.getByRole("button", { name: say.inspect, exact: true }).click();
    const told = page.getByRole("alert").filter({ hasText: say.unlockFirst });
    await expect(told).toContainText(third);
  });

  // APS-TASK-12.
  test(`without a schedule the table asks for a mould, in ${language}`, async ({
    page,
  }) => {
    await signIn(page, server, language, { phone: "13800000002" });
    await page.goto(`${server.url}/aps/schedule/tasks`);
    await expect(page.getByText(say.either)).toBeVisible();
    await expect(page.getByRole("grid")).toHaveCount(0);
    await page.getByRole("textbox", { name: say.mould }).fill("M26-0024");
    await page.getByRole("button", { name: say.show, exact: true }).click();
    await expect(
      page.getByRole("row").filter({ hasText: "M26-0024" }).nth(5),
    ).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  test(`the table is edited on a phone, too, in ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [, , , title] = await open(page, language);
    const field = page.getByRole("textbox", { name: say.hours(title!) });
    await field.fill("5");
    await page.getByRole("button", { name: say.inspect, exact: true }).click();
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-results/tasks-phone-${language}.png` });
  });
}

const moulds = { zh: "M26-0024", en: "M26-0020" };

/** Opens the tasks of a mould that have not begun, and gives the titles of those that are free. */
async function open(page: Page, language: Language) {
  const say = words[language];
  await signIn(page, server, language, { phone: "13800000002" });
  await page.goto(`${server.url}/aps/schedule`);
  const link = page
    .getByRole("row")
    .filter({ hasText: "Baseline" })
    .getByRole("link", { name: say.tasks });
  const to = await link.getAttribute("href");
  await page.goto(`${server.url}${to}?f.status=0&q=${moulds[language]}`);
  const hours = page.getByRole("textbox", { name: say.hours(".*") });
  await expect(hours.nth(5)).toBeAttached();
  // Some are locked by the demo.
  const labels = await page.getByRole("row").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const field = row.querySelector("input.task-field");
      const isFree = row.querySelector("select")?.value === "0";
      return (isFree && field?.getAttribute("aria-label")) || [];
    }),
  );
  return labels.map((label) => /M26-\d+\/\S+\/[\d#]+/.exec(label)![0]);
}
