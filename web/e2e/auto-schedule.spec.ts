import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { settled, signIn, visit } from "./visit";

const words = {
  zh: {
    title: "自动排程",
    new: "新建自动排程",
    save: /^保\s?存$/,
    name: "名称",
    days: "请选择日期",
    time: "请选择时间：至少选择一个小时",
    weekdays: "请选择日期：至少选择一个星期几",
    week: "每周",
    month: "每月",
    workdays: "周一至周五",
    last: "最后一天",
    hour: "6 时",
    minute: "分钟",
    preview: "接下来 10 次运行",
    next: "接下来 10 次",
    ifOn: "启用后接下来 10 次",
    weekly: "每周一至周五 06:30",
    monthly: "每月最后一天 06:30",
    taken: "自动排程名称已存在",
    switch: (name: string) => `启用自动排程“${name}”`,
    edit: (name: string) => `修改自动排程“${name}”`,
    delete: (name: string) => `删除自动排程“${name}”`,
    yes: /^删\s?除$/,
    publish: "自动发布",
    barred: "您没有发布计划的权限，不能打开自动发布。",
  },
  en: {
    title: "Auto-schedules",
    new: "New auto-schedule",
    save: "Save",
    name: "Name",
    days: "Please choose the days",
    time: "Please choose the time: one hour at least",
    weekdays: "Please choose the days: one day of the week at least",
    week: "Days of the week",
    month: "Days of the month",
    workdays: "Monday to Friday",
    last: "Last day",
    hour: "6 o'clock",
    minute: "Minute",
    preview: "Next 10 runs",
    next: "Next 10 times",
    ifOn: "Next 10 times, once on",
    weekly: "Every weekday at 06:30",
    monthly: "On the last day of every month at 06:30",
    taken: "An auto-schedule of this name already exists",
    switch: (name: string) => `Auto-schedule “${name}” on`,
    edit: (name: string) => `Edit the auto-schedule “${name}”`,
    delete: (name: string) => `Delete the auto-schedule “${name}”`,
    yes: "Delete",
    publish: "Publish automatically",
    barred:
      "You are not permitted to publish plans, so you cannot switch this on.",
  },
};

const sizes = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-AUTO-01, APS-AUTO-03, APS-AUTO-04, APS-AUTO-05: made by choices, with its times told, changed, switched off and deleted.
    for (const [size, viewport] of Object.entries(sizes)) {
      test(`${engine}: scheduling repeats itself on chosen days, ${size}, in ${language}`, async ({
        page,
      }) => {
        const say = words[language];
        const server = await start(engine);
        try {
          await page.setViewportSize(viewport);
          await signIn(page, server, language);
          await visit(page, server, "/aps/auto-schedule");
          const cards = page.getByRole("article");
          await expect(cards).toHaveCount(1); // the demo's, which is off

          await page.getByRole("button", { name: say.new }).click();
          const panel = page.getByRole("dialog");
          await panel.getByRole("button", { name: say.save }).click();
          await expect(
            panel.getByText(say.days, { exact: true }),
          ).toBeVisible();
          await expect(panel.getByText(say.time)).toBeVisible();
          await panel.getByRole("radio", { name: say.week }).check();
          await expect(panel.getByText(say.weekdays)).toBeVisible();
          await panel.getByRole("button", { name: say.workdays }).click();
          await panel
            .getByRole("checkbox", { name: say.hour, exact: true })
            .check();
          await panel.getByRole("combobox", { name: say.minute }).fill("30");
          await page.keyboard.press("Enter");
          const preview = panel.getByRole("region", { name: say.preview });
          await expect(preview.getByRole("listitem")).toHaveCount(10);
          await expect(preview).toContainText("0 30 6 ? * MON,TUE,WED,THU,FRI");
          await panel.getByLabel(say.name, { exact: true }).fill("开工前重排");
          await panel.getByRole("button", { name: say.save }).click();
          await expect(panel.getByText(say.taken)).toBeVisible();
          await panel.getByLabel(say.name, { exact: true }).fill("Early");
          await panel.getByRole("button", { name: say.save }).click();
          await expect(panel).toBeHidden();

          const card = page.getByRole("article", { name: "Early" });
          await expect(card.getByText(say.weekly)).toBeVisible();
          await expect(
            card.getByRole("region", { name: say.next }).getByRole("listitem"),
          ).toHaveCount(10);
          const isOn = card.getByRole("switch", { name: say.switch("Early") });
          await expect(isOn).toBeChecked();
          await isOn.click();
          await expect(isOn).not.toBeChecked();
          await expect(card.getByText(say.ifOn)).toBeVisible();

          await card.getByRole("button", { name: say.edit("Early") }).click();
          await panel.getByRole("radio", { name: say.month }).check();
          await panel.getByRole("checkbox", { name: say.last }).check();
          await expect(preview).toContainText("0 30 6 L * ?");
          await panel.getByRole("button", { name: say.save }).click();
          await expect(card.getByText(say.monthly)).toBeVisible();
          await expect(isOn).not.toBeChecked();
          await settled(page);
          // Nothing is cut off at the side.
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
          ).toBeLessThanOrEqual(viewport.width);

          await card.getByRole("button", { name: say.delete("Early") }).click();
          await page
            .getByRole("dialog")
            .getByRole("button", { name: say.yes })
            .click();
          await expect(card).toBeHidden();
          await expect(cards).toHaveCount(1);
        } finally {
          server.stop();
        }
      });
    }

    test(`${engine}: who may not publish does not let it be published, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language, { phone: "13800000003" });
        await visit(page, server, "/aps/auto-schedule");
        await page.getByRole("button", { name: say.new }).click();
        await expect(page.getByText(say.barred)).toBeVisible();
        await expect(
          page.getByRole("switch", { name: say.publish }),
        ).toBeDisabled();
      } finally {
        server.stop();
      }
    });
  }
}
