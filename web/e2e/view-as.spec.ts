import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start } from "./server";
import { faults, signIn, visit } from "./visit";

const words = {
  zh: {
    view: "以其身份查看",
    bar: (name: string) => `您正在以“${name}”的身份查看，不能修改`,
    end: "结束查看",
    refused: "您正在以他人身份查看，不能修改；请先结束查看",
    new: /^新\s?建$/,
    number: "模具编号",
    save: /^保\s?存$/,
  },
  en: {
    view: "View as",
    bar: (name: string) => `You view the company as “${name}”`,
    end: "End the view",
    refused:
      "You view the company as somebody else and can change nothing: end the view first",
    new: /^New$/,
    number: "Mould no",
    save: /^Save$/,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    test(`${engine}: an administrator sees what a planner sees, in every tab, and changes nothing, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        const context = await browser.newContext();
        const page = await context.newPage();
        await signIn(page, server, language);
        const { rows } = await ask<{
          rows: { id: string; realName: string }[];
        }>(page, server, "GET", "upms/user?q=13800000002");
        const planner = rows[0]!;
        const other = await context.newPage();
        await other.goto(`${server.url}/settings/user`);
        await expect(other.getByText(planner.realName)).toBeVisible();

        await visit(page, server, `/settings/user/${planner.id}`);
        const panel = page.getByRole("dialog");
        await panel
          .getByRole("button", { name: say.view, exact: true })
          .click();
        await page
          .getByRole("dialog")
          .last()
          .getByRole("button", { name: say.view, exact: true })
          .click();
        const bar = page.getByText(say.bar(planner.realName));
        await expect(bar).toBeVisible();
        // What a planner may not see is gone from the tab that stood open, too.
        await expect(other.getByText(say.bar(planner.realName))).toBeVisible();
        await expect(other.getByRole("table")).toHaveCount(0);
        expect(await faults(page)).toEqual([]);
        await page.screenshot({ path: `test-results/view-as-${language}.png` });
        await page.setViewportSize({ width: 390, height: 844 });
        await expect(bar).toBeVisible();
        await page.screenshot({
          path: `test-results/view-as-${language}-390.png`,
        });
        await page.setViewportSize({ width: 1280, height: 800 });

        await visit(page, server, "/pm/mould");
        await page.getByRole("button", { name: say.new }).click();
        await page
          .getByRole("textbox", { name: say.number, exact: true })
          .fill("VIEW-1");
        await page.getByRole("button", { name: say.save }).first().click();
        await expect(page.getByText(say.refused).first()).toBeVisible();

        await other.getByRole("button", { name: say.end }).click();
        await expect(other.getByText(say.bar(planner.realName))).toHaveCount(0);
        await expect(bar).toHaveCount(0);
        await visit(other, server, "/settings/user");
        await expect(other.getByText(planner.realName)).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
