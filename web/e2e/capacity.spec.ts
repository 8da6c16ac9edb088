import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { settled, signIn } from "./visit";

const words = {
  zh: {
    week: "资源周计划",
    next: "下一周",
    previous: "上一周",
    thisWeek: "本周",
    need: "请选择查询区间",
    group: "资源组",
    allGroups: "全部资源组",
    closed: "不工作",
    by: /^按排程“.+”版本 1：/,
    mould: /^打开模具 /,
    export: "导出",
    capacity: "产能明细",
    needDate: "请选择产能日期",
    fold: /^按天查看 /,
  },
  en: {
    week: "Resource week plan",
    next: "Next week",
    previous: "Previous week",
    thisWeek: "This week",
    need: "Please choose a query interval",
    group: "Resource group",
    allGroups: "All groups",
    closed: "Closed",
    by: /^By version 1 of /,
    mould: /^Open mould /,
    export: "Export",
    capacity: "Capacity detail",
    needDate: "Please choose a capacity date",
    fold: /^Days of /,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-CAP-01: the week of every resource, with the tasks of a day and the way to their moulds.
    test(`${engine}: a week of resources is read and narrowed, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/aps/week-plan`);
        const table = page.locator(".week-table");
        await expect(table).toBeVisible();
        await expect(page.getByText(say.by)).toBeVisible();
        await expect(
          table.locator("thead th[aria-current=date]"),
        ).toBeVisible();
        await expect(
          page.getByRole("button", { name: say.thisWeek }),
        ).toBeDisabled();
        const rows = table.locator("tbody tr:not(.week-group)");
        const all = await rows.count();
        expect(all).toBeGreaterThan(5);

        /** The week of the address is shown, not the one before. */
        const nextWeek = async () => {
          await expect(page).toHaveURL(/week=\d{4}-W\d\d/);
          const week = new URL(page.url()).searchParams.get("week");
          await expect(
            page.getByRole("region", { name: `${say.week} ${week}` }),
          ).toBeVisible();
          await settled(page);
        };

        // The demo's plan begins now: within two weeks something is worked on some day.
        await page.getByRole("button", { name: say.next }).click();
        await nextWeek();
        const worked = table.getByRole("button", {
          name: /[:：] ?[1-9][\d.]* \/ /,
        });
        await expect(worked.first()).toBeVisible();
        await worked.first().click();
        const panel = page.getByRole("dialog");
        await expect(panel.locator(".day-tasks li").first()).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(panel).toBeHidden();
        await expect(worked.first()).toBeFocused();

        await page.getByRole("combobox", { name: say.group }).click();
        await page.locator(".ant-select-item-option").nth(1).click();
        await expect(page).toHaveURL(/group=/);
        await expect(table.locator(".week-group")).toHaveCount(1);
        expect(await rows.count()).toBeLessThan(all);
        const download = page.waitForEvent("download");
        await page.locator("summary", { hasText: say.export }).click();
        await page.getByRole("button", { name: /xlsx/i }).click();
        expect((await download).suggestedFilename()).toContain(say.week);

        await page.goto(`${server.url}/aps/week-plan?week=`);
        await expect(page.getByText(say.need)).toBeVisible();
        await page.getByRole("button", { name: say.thisWeek }).click();
        await expect(table).toBeVisible();

        await page.getByRole("button", { name: say.next }).click();
        await nextWeek();
        await worked.first().click();
        await panel.getByRole("link", { name: say.mould }).first().click();
        await expect(page).toHaveURL(/\/pm\/mould\//);
      } finally {
        server.stop();
      }
    });

    // APS-CAP-02: what every group has left, in all and day by day.
    test(`${engine}: the capacity of groups is read from a date on, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/aps/capacity-detail`);
        await expect(page.getByText(say.by)).toBeVisible();
        const bars = page.locator(".group-bar");
        await expect(bars.first()).toBeVisible();
        const all = await bars.count();
        expect(all).toBeGreaterThan(5);
        const fold = page.getByRole("button", { name: say.fold });
        await expect(fold).toHaveCount(all);
        await fold.first().press("Enter");
        await expect(page.locator(".capacity-date")).toHaveCount(14);
        await fold.first().press("Enter");
        await expect(page.locator(".capacity-date")).toHaveCount(0);

        await page.getByRole("combobox", { name: say.group }).click();
        await page.locator(".ant-select-item-option").nth(1).click();
        await expect(page).toHaveURL(/group=/);
        await expect(bars).toHaveCount(1);
        const download = page.waitForEvent("download");
        await page.locator("summary", { hasText: say.export }).click();
        await page.getByRole("button", { name: /xlsx/i }).click();
        expect((await download).suggestedFilename()).toContain(say.capacity);

        await page.goto(`${server.url}/aps/capacity-detail?date=`);
        await expect(page.getByText(say.needDate)).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
