import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { faults, settled, signIn } from "./visit";

const words = {
  zh: {
    title: "计划完成率",
    need: "请选择查询区间",
    ahead: "结束日期不能晚于今天",
    preset: "区间",
    thisMonth: "本月",
    by: "分组",
    byGroup: "按资源组",
    hours: "工时",
    late: /延期 \d+ 个任务，查看任务$/,
    all: "全部：延期",
    target: "目标 90 %",
    day: /^\d{4}-\d\d-\d\d：完成率/,
    mould: /^打开模具 /,
    export: "导出",
    empty: "这段时间没有执行中计划的记录",
  },
  en: {
    title: "Plan completion rate",
    need: "Please choose a query interval",
    ahead: "The interval must not end after today",
    preset: "Interval",
    thisMonth: "This month",
    by: "Group by",
    byGroup: "By group",
    hours: "Hours",
    late: /Late \d+ tasks?, show tasks$/,
    all: "All: Late",
    target: "target 90 %",
    day: /^\d{4}-\d\d-\d\d: completion rate/,
    mould: /^Open mould /,
    export: "Export",
    empty: "No plan in force is on record for this interval",
  },
};

/** The day so many days before today, by the clock of the demo's factory. */
const before = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000)
    .toISOString()
    .slice(0, 10);

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-CAP-04: how much of the past days' plans was done, and the tasks behind each figure. APS-CAP-07: of an interval that is chosen.
    test(`${engine}: the completion rate of an interval is read, opened and kept, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      const address = `${server.url}/aps/completion-rate`;
      const interval = `from=${before(40)}&to=${before(0)}`;
      try {
        await signIn(page, server, language);
        await page.goto(`${address}?${interval}`);
        const rows = page.locator(".rate-table tbody tr");
        await expect(rows.first()).toBeVisible();
        await expect(page.locator(".rate-total strong")).toHaveText(
          /^\d+\.\d %$/,
        );
        await expect(page.getByText(say.target).first()).toBeVisible();
        await expect(
          page.getByRole("button", { name: say.day }).first(),
        ).toBeVisible();
        const sections = await rows.count();

        // What is asked stays in the address.
        await page.getByRole("combobox", { name: say.by }).click();
        await page.locator(`.ant-select-item[title="${say.byGroup}"]`).click();
        await expect(page).toHaveURL(/by=group/);
        await expect.poll(() => rows.count()).toBeGreaterThan(sections);
        await page.getByText(say.hours, { exact: true }).click();
        await expect(page).toHaveURL(/measure=hours/);

        // A figure opens as many tasks as it counts, through a reload, and closes on the way back.
        await page.goto(`${address}?${interval}`);
        const late = page
          .locator(".rate-summary")
          .getByRole("button", { name: say.late });
        const count = Number(await late.textContent());
        await late.click();
        const panel = page.getByRole("dialog", { name: say.all });
        await expect(panel.locator(".rate-tasks li")).toHaveCount(count);
        await expect(page).toHaveURL(/state=late/);
        await page.reload();
        await expect(panel.locator(".rate-tasks li")).toHaveCount(count);
        await page.goBack();
        await expect(panel).toBeHidden();
        await expect(page).not.toHaveURL(/state=/);
        await page.goForward();
        await expect(
          panel.getByRole("link", { name: say.mould }).first(),
        ).toBeVisible();
        expect(await faults(page)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await expect(panel.locator(".rate-tasks li")).toHaveCount(count);
        expect(await faults(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await settled(page);
        expect(await faults(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
        await settled(page);
        expect(await faults(page)).toEqual([]);

        const download = page.waitForEvent("download");
        await page.locator("summary", { hasText: say.export }).click();
        await page.getByRole("button", { name: /xlsx/i }).click();
        expect((await download).suggestedFilename()).toContain(say.title);

        await page.goto(`${address}?from=&to=`);
        await expect(page.getByText(say.need)).toBeVisible();
        await page.goto(`${address}?from=${before(3)}&to=${before(-3)}`);
        await expect(page.getByText(say.ahead)).toBeVisible();
        await page.goto(`${address}?from=${before(300)}&to=${before(290)}`);
        await expect(page.getByText(say.empty)).toBeVisible();
        await page.getByRole("combobox", { name: say.preset }).click();
        await page
          .locator(`.ant-select-item[title="${say.thisMonth}"]`)
          .click();
        await expect(page).toHaveURL(new RegExp(`to=${before(0)}`));
        await expect(page.locator(".rate-columns")).toBeVisible();

        await page.goto(`${address}?${interval}&state=late`);
        await panel.getByRole("link", { name: say.mould }).first().click();
        await expect(page).toHaveURL(/\/pm\/mould\//);
      } finally {
        server.stop();
      }
    });
  }
}
