import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    rule: "任务调度规则",
    spt: "最短工时",
    share: "超时任务剩余工时系数",
    empty: "超时任务剩余工时系数不能为空",
    save: "保存",
    saved: "排程参数已保存",
    factory: "默认设置",
    inherits: "沿用：最短工时",
    split: "动态作业分割",
    cut: "是",
    drum: "保瓶颈",
  },
  en: {
    rule: "Task scheduling rule",
    spt: "Shortest processing time",
    share: "Overdue-task remaining-hours coefficient",
    empty: "Overdue-task remaining-hours coefficient cannot be empty",
    save: "Save",
    saved: "Scheduling settings saved",
    factory: "Default settings",
    inherits: "Inherited: Shortest processing time",
    split: "Dynamic work segmentation",
    cut: "Yes",
    drum: "Protect the bottleneck",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-SET-01, APS-SET-23
    test(`${engine}: settings are saved, inherited and refused, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/aps/setting`);

        // The engine honours every value that is shown.
        await page.getByLabel(say.split).click();
        await expect(
          page.getByRole("option", { name: say.cut, exact: true }),
        ).not.toHaveAttribute("aria-disabled", "true");
        await page.keyboard.press("Escape");

        // A preset fills the form; saved, it is what the layer follows.
        const drum = page.getByRole("button", { name: say.drum });
        await expect(drum).toHaveAttribute("aria-pressed", "false");
        await drum.click();
        await expect(drum).toHaveAttribute("aria-pressed", "true");

        await page.getByLabel(say.share).fill("");
        await page.getByRole("button", { name: say.save }).click();
        await expect(page.getByRole("alert")).toHaveText(say.empty);
        await expect(page.getByLabel(say.share)).toBeFocused();
        await page.getByLabel(say.share).fill("0.25");
        const rule = page.getByLabel(say.rule);
        await rule.click();
        await expect(rule).toHaveAttribute("aria-expanded", "true");
        // Its help names the rule, too.
        await page
          .locator(`.ant-select-item-option[title="${say.spt}"]`)
          .click();
        await expect(rule).toHaveAttribute("aria-expanded", "false");
        await expect(drum).toHaveAttribute("aria-pressed", "false");
        await page.keyboard.press("Control+s");
        await expect(page.getByText(say.saved)).toBeVisible();
        await page.reload();
        await expect(page.getByLabel(say.share)).toHaveValue("0.25");
        await page.screenshot({
          path: `test-results/settings-${language}.png`,
        });

        await page.getByRole("tab", { name: say.factory, exact: true }).click();
        await expect(page.getByText(say.inherits)).toBeVisible();
        await page.screenshot({
          path: `test-results/settings-default-${language}.png`,
        });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.screenshot({
          path: `test-results/settings-narrow-${language}.png`,
        });
      } finally {
        server.stop();
      }
    });
  }
}
