import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask, startRun } from "./calls";
import { firstLink, setUp } from "./first-company";
import { add, invitation, join, own } from "./new-user";
import { engines, languagesOn, start, type Server } from "./server";
import type { Language } from "./visit";

const words = {
  zh: {
    import: /写入/,
    planner: "计划员",
    scheduler: "排程员",
    floor: "车间",
    viewer: "查看者",
    publish: "发布",
    released: "排程结果发布成功",
    new: /^新\s?建$/,
    completed: "已完成",
    refused: "没有权限",
    people: /可以授予的人：.*王工/,
  },
  en: {
    import: /^Import:/,
    planner: "Planner",
    scheduler: "Scheduler",
    floor: "Shop floor",
    viewer: "Viewer",
    publish: "Publish",
    released: "schedule result published successfully",
    new: /^New$/,
    completed: "Completed",
    refused: "No permission",
    people: /People who can grant it: .*王工/,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // USER-01, ROLE-05, PERM-03: from the link of the first start one person brings four others in, and each does what their role says.
    test(`${engine}: a company of five begins, in ${language}`, async ({
      browser,
      page,
    }) => {
      test.slow();
      const say = words[language];
      const server = await start(engine, false);
      try {
        await page.goto(`${firstLink(server)}&lang=${language}`);
        await setUp(page, language, "五人模具", own);
        await takeShop(page, server, language);
        const phone = (n: number) => `1370000010${n}`;
        const bring = async (
          userName: string,
          realName: string,
          n: number,
          role: string,
        ) => {
          await add(page, server, language, {
            ...{ userName, realName, phone: phone(n), role },
          });
          return enter(browser, server, language, phone(n));
        };
        const planner = await bring("lin", "林静", 1, say.planner);
        const scheduler = await bring("zhao", "赵敏", 2, say.scheduler);
        const floor = await bring("sun", "孙涛", 3, say.floor);
        const viewer = await bring("wu", "吴江", 4, say.viewer);

        // The scheduler makes a plan, and is told who can help where it is to be published.
        await startRun(scheduler, server, "First", 1);
        await scheduler.goto(`${server.url}/aps/schedule`);
        const done = (of: Page) =>
          of.getByRole("row").filter({ hasText: "First" });
        await expect(done(scheduler)).toContainText(say.completed, {
          timeout: 30_000,
        });
        // It is greyed, and tells why.
        await scheduler
          .getByRole("button", { name: say.publish, exact: true })
          .press("Enter");
        await expect(scheduler.getByText(say.people)).toBeVisible();
        await scheduler.screenshot({
          path: `test-results/why-not-publish-${language}.png`,
        });

        // The administrator finds why on one page.
        const { rows } = await ask<{ rows: { id: string }[] }>(
          page,
          server,
          "GET",
          "upms/user?q=zhao",
        );
        await page.goto(`${server.url}/settings/user/${rows[0]!.id}/rights`);
        await expect(page.getByText("赵敏").first()).toBeVisible();
        await page.screenshot({
          path: `test-results/rights-${language}.png`,
          fullPage: true,
        });

        // The planner publishes it.
        await planner.goto(`${server.url}/aps/schedule`);
        await done(planner).getByRole("checkbox").check();
        await planner
          .getByRole("button", { name: say.publish, exact: true })
          .click();
        await planner
          .getByRole("dialog")
          .getByRole("button", { name: say.publish })
          .click();
        await expect(planner.getByText(say.released)).toBeVisible();

        // The floor reports and finds no settings; the viewer looks and changes nothing.
        await floor.goto(`${server.url}/mf/progress`);
        await expect(floor.getByRole("searchbox").first()).toBeVisible();
        await floor.goto(`${server.url}/settings/user`);
        await expect(
          floor.getByText(say.refused, { exact: true }).first(),
        ).toBeVisible();
        await viewer.goto(`${server.url}/pm/mould`);
        await expect(viewer.getByRole("row").nth(1)).toBeVisible();
        await expect(
          viewer.getByRole("button", { name: say.new }),
        ).toHaveAttribute("aria-disabled", "true");
        await viewer.screenshot({
          path: `test-results/viewer-${language}.png`,
        });
      } finally {
        server.stop();
      }
    });
  }
}

/** Takes a shop with its moulds from one file. */
async function takeShop(page: Page, server: Server, language: Language) {
  await page.goto(`${server.url}/pm/import`);
  await page
    .locator("input[type=file]")
    .setInputFiles(server.workbook(5, true));
  const write = page
    .getByRole("button", { name: words[language].import })
    .last();
  await expect(write).toBeEnabled({ timeout: 30_000 });
  const reply = page.waitForResponse(
    (response) =>
      response.url().includes("production/import") &&
      response.request().method() === "POST",
  );
  await write.click();
  expect(await (await reply).json()).toMatchObject({
    code: 1,
    data: { committed: true },
  });
}

/** Somebody comes in by their invitation, on a device of their own. */
async function enter(
  browser: Browser,
  server: Server,
  language: Language,
  phone: string,
) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${await invitation(server, phone)}&lang=${language}`);
  await join(page, language, own);
  return page;
}
