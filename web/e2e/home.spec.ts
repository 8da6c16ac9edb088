import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { start, type Server } from "./server";
import { faults, settled, signIn } from "./visit";

const words = {
  zh: {
    tasks: "我的任务",
    audits: "我的审核",
    noGroup: "成为资源组的成员后",
    noAudits: "现在没有等待您审核的事项。",
    app: "应用菜单",
    workshop: "车间计划",
  },
  en: {
    tasks: "My tasks",
    audits: "My reviews",
    noGroup: "Once you are a member of a resource group",
    noAudits: "Nothing waits for your review now.",
    app: "App menu",
    workshop: "Workshop plan",
  },
};

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

interface Rows {
  rows: { id: string; code: string; name: string; version: number }[];
}

/** The administrator puts everybody into the milling group, or takes everybody out of it. */
async function setMembers(page: Page, isMember: boolean) {
  const people = await ask<Rows>(page, server, "GET", "bms/member?size=100");
  const groups = await ask<Rows>(page, server, "GET", "bms/group?size=100");
  const { id, version } = groups.rows.find(({ code }) => /CNC/.test(code))!;
  await ask(page, server, "PATCH", `bms/group/${id}`, {
    version,
    userIds: isMember ? people.rows.map((one) => one.id) : [],
  });
}

for (const language of ["zh", "en"] as const) {
  test(`HOME-01: my tasks and my reviews on the home page (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const office = await (await browser.newContext()).newPage();
    await signIn(office, server, language);
    await setMembers(office, false);

    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, language, { phone: "13800000004" });
    const tasks = page.getByRole("region", { name: say.tasks });
    await expect(tasks).toContainText(say.noGroup);
    await expect(page.getByRole("region", { name: say.audits })).toContainText(
      say.noAudits,
    );
    await shot(page, `empty-${language}`);

    // Who becomes a member sees the work of the group, without loading the page.
    await setMembers(office, true);
    await expect(tasks.getByRole("listitem")).toHaveCount(6);
    expect(await faults(page)).toEqual([]);
    await shot(page, `tasks-${language}`);
    await expect(office.locator(".home-table tbody tr")).not.toHaveCount(0);
    await office.setViewportSize({ width: 390, height: 844 });
    expect(
      await office
        .locator(".home-table")
        .evaluate((box) => box.scrollWidth - box.clientWidth),
    ).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBe(390);
    await shot(page, `phone-${language}`);

    // ROLE-05: the pages of the app that the role binds stand at the foot of a phone, and of nothing wider.
    const app = page.getByRole("navigation", { name: say.app });
    await expect(app.getByRole("link")).toHaveCount(3);
    await app.getByRole("link", { name: say.workshop }).click();
    await expect(page).toHaveURL(/\/aps\/workshop/);
    await expect(app.getByRole("link", { name: say.workshop })).toBeInViewport({
      ratio: 1,
    });
    expect(await faults(page)).toEqual([]);
    await shot(page, `phone-app-${language}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(app).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/home`);
    await tasks.getByRole("link").nth(1).click();
    await expect(page).toHaveURL(/\/mf\/progress\?by=/);

    // The palette has a button where there is no keyboard.
    await page.locator(".shell-find").click();
    await expect(page.getByRole("combobox").first()).toBeFocused();
    await shot(page, `phone-find-${language}`);
  });
}

async function shot(page: Page, name: string) {
  await settled(page);
  for (const look of ["light", "dark"]) {
    await page.evaluate(
      (to) => (document.documentElement.dataset.theme = to),
      look,
    );
    await page.screenshot({
      path: `test-results/home/${name}-${look}.png`,
      fullPage: true,
    });
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
}
