import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn, type Language } from "./visit";

const words = {
  zh: {
    products: "全部产品",
    search: "搜索菜单",
    fixed: "固定菜单",
    favourites: "我的收藏",
    settings: "收藏设置",
    save: "保存",
    saved: "收藏已保存",
    star: (name: string) => `收藏“${name}”`,
    remove: (name: string) => `移除“${name}”`,
    schedules: "排程任务",
    moulds: "模具",
    machines: "设备",
    customers: "客户",
    closed: "未开通",
    planned: "模块“商务订单”仍在规划中",
    most: "最多收藏 10 个菜单",
    publish: "发布新闻",
    title: "标题",
    content: "内容",
    published: "新闻已发布",
    messages: "消息",
    management: "消息管理",
    readAll: "全部标为已读",
    otherName: "Machines",
    more: "更多",
    exit: "退出登录",
    version: "版本信息",
  },
  en: {
    products: "All products",
    search: "Search menus",
    fixed: "Fixed menu",
    favourites: "Favourites",
    settings: "Collection settings",
    save: "Save",
    saved: "Favourites saved",
    star: (name: string) => `Add ${name} to the favourites`,
    remove: (name: string) => `Remove ${name}`,
    schedules: "Schedules",
    moulds: "Moulds",
    machines: "Machines",
    customers: "Customers",
    closed: "Not opened",
    planned: "Module Business and orders is planned",
    most: "At most 10 menus can be favourites",
    publish: "Publish news",
    title: "Title",
    content: "Content",
    published: "News published",
    messages: "Messages",
    management: "Messages",
    readAll: "Mark all as read",
    otherName: "设备",
    more: "More",
    exit: "Log out",
    version: "Version information",
  },
};
for (const engine of engines) {
  test.describe(engine, () => {
    let server: Server;
    test.beforeAll(async () => {
      server = await start(engine);
    });
    test.afterAll(() => server.stop());

    for (const language of languagesOn(engine)) {
      const say = words[language];
      // Each language signs in as somebody else: favourites are a person's own.
      const phone = language === "zh" ? "13800000001" : "13800000002";

      // PANEL-01 to PANEL-11 with PANEL-07 and PANEL-08, MENU-32, FAV-01, FAV-04 to FAV-07.
      test(`the panel finds, opens, stars and sorts menus, in ${language}`, async ({
        page,
      }) => {
        const faults: string[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        await signIn(page, server, language, { phone });
        const panel = await open(page, language);

        // PANEL-02: the window's height minus 50.
        expect((await panel.boundingBox())!.height).toBeCloseTo(900 - 50, 1);
        // PANEL-04, PANEL-05, MENU-32.
        await expect(
          panel.getByRole("link", { name: say.machines, exact: true }),
        ).toBeVisible();
        await expect(panel.getByText(say.closed).first()).toBeVisible();
        const lefts = new Set<number>();
        for (const box of await panel.locator(".panel-part").all()) {
          lefts.add(Math.round((await box.boundingBox())!.x));
        }
        expect(lefts.size).toBe(4);
        await shot(page, `panel-${language}`);
        await accessible(page, ".panel");

        // PANEL-01: the icon and the shade close it, and Escape.
        await page
          .locator(".panel-shade")
          .click({ position: { x: 1400, y: 400 } });
        await expect(panel).toBeHidden();
        await open(page, language);
        await page.keyboard.press("Escape");
        await expect(panel).toBeHidden();
        await open(page, language);
        await page.getByRole("button", { name: say.products }).click();
        await expect(panel).toBeHidden();

        // PANEL-03: trimmed, in either language, from the keyboard.
        await open(page, language);
        await page.keyboard.type(`  ${say.otherName} `);
        await expect(
          panel.getByRole("link", { name: say.schedules, exact: true }),
        ).toBeHidden();
        await expect(
          panel.getByRole("link", { name: say.machines, exact: true }),
        ).toBeVisible();
        const found = await panel.locator(".panel-leaf a").allTextContents();
        for (const name of found.slice(0, found.indexOf(say.machines) + 1)) {
          await page.keyboard.press("ArrowDown");
          await expect(
            panel.getByRole("link", { name, exact: true }),
          ).toBeFocused();
        }
        // PANEL-10: in a new tab, with its header.
        const tab = page.waitForEvent("popup");
        await page.keyboard.press("Enter");
        const machines = await tab;
        await expect(machines).toHaveURL(/\/ems\/machine\?hideHead=0/);
        await expect(machines.locator(".shell-header")).toBeVisible();
        await machines.close();

        await open(page, language);
        await panel.getByRole("searchbox", { name: say.search }).fill("");
        const bar = page.getByRole("region", { name: say.favourites });
        const names = [say.schedules, say.moulds, say.machines];
        for (const name of names) {
          await panel
            .getByRole("button", { name: say.star(name), exact: true })
            .click();
          await expect(
            bar.getByRole("link", { name, exact: true }),
          ).toBeVisible();
        }
        await sort(page, language, names);

        // FAV-04: the eleventh is refused in words.
        const stars = panel.locator('.panel-star[aria-pressed="false"]');
        for (let n = 2; n < 10; n++) {
          await stars.first().click();
          await expect(bar.getByRole("link")).toHaveCount(n + 1);
        }
        await stars.first().click();
        await expect(page.getByText(say.most)).toBeVisible();
        await shot(page, `favourites-${language}`);
        // FAV-01: a second click takes the star away, also after a reload.
        await panel.locator('.panel-star[aria-pressed="true"]').first().click();
        await expect(bar.getByRole("link")).toHaveCount(9);
        await page.reload();
        await open(page, language);
        await expect(bar.getByRole("link")).toHaveCount(9);

        // PANEL-09: the fixed menu is kept, and the page loads anew.
        await expect(page.locator(".shell-rail")).toBeVisible();
        await panel.getByRole("switch", { name: say.fixed }).click();
        await expect(page.locator(".shell-rail")).toBeHidden();
        await expect(page.locator(".shell-menu")).toBeVisible();
        await shot(page, `fixed-${language}`);
        await open(page, language);
        await panel.getByRole("switch", { name: say.fixed }).click();
        await expect(page.locator(".shell-rail")).toBeVisible();
        expect(faults).toEqual([]);
      });

      // HEADER-01, HEADER-02, HEADER-05, HEADER-09, HEADER-11, HEADER-25,
      // MENU-28, MENU-33, ROUTE-11, ROUTE-13, ROUTE-16, ROUTE-21, ROUTE-24.
      test(`the header leads to modules, the version and back, in ${language}`, async ({
        page,
        context,
      }) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await signIn(page, server, language, { phone });
        await page.getByRole("link", { name: new RegExp(say.version) }).click();
        await expect(page).toHaveURL(/\/comm\/version$/);
        await expect(
          page.getByRole("heading", { name: say.version }),
        ).toBeVisible();
        await page.getByRole("link", { name: "Mouldworks" }).click();
        await expect(page).toHaveURL(/\/home$/);
        await page.locator(".shell-tiles summary").click();
        await shot(page, `tiles-${language}`);
        await page.locator('.shell-tiles a[href="/settings/medium"]').click();
        await expect(page).toHaveURL(/\/settings\/section/);
        // The rail flies out under the pointer.
        await page.locator(".rail-stop").nth(1).hover();
        await expect(page.locator(".rail-flyout")).toBeVisible();
        await shot(page, `rail-${language}`);
        await page.mouse.move(800, 500);
        await expect(page.locator(".rail-flyout")).toBeHidden();
        await page.goto(`${server.url}/crm/medium`);
        await expect(
          page.getByRole("heading", { name: say.planned }),
        ).toBeVisible();
        await page.goto(`${server.url}/home?hideHead=1`);
        await expect(page.locator(".page-head")).toBeVisible();
        await expect(page.locator(".shell-header")).toHaveCount(0);
        // ROUTE-09, ROUTE-21: through /main too, and on the pages after it, until an address shows it again.
        const target = encodeURIComponent("/ems/machine");
        await page.goto(`${server.url}/home?hideHead=0`);
        await expect(page.locator(".shell-header")).toBeVisible();
        await page.goto(
          `${server.url}/main?module=ems&targetUrl=${target}&hideHead=1`,
        );
        await expect(page).toHaveURL(/\/ems\/machine$/);
        await expect(page.getByRole("grid")).toBeVisible();
        await expect(page.locator(".shell-header")).toHaveCount(0);
        await page.goto(`${server.url}/home`);
        await expect(page.locator(".page-head")).toBeVisible();
        await expect(page.locator(".shell-header")).toHaveCount(0);

        await page.goto(`${server.url}/ems/machine?q=cnc&hideHead=0`);
        await page.locator(".shell-wide .shell-account summary").click();
        await page
          .locator(".shell-wide .shell-account-list button")
          .first()
          .click();
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()))
          // Of this server: the browser's clipboard outlives a journey.
          .toMatch(new RegExp(`^${server.url}/[a-z2-7]{8}$`));
        await page.goto(
          await page.evaluate(() => navigator.clipboard.readText()),
        );
        await expect(page).toHaveURL(/\/ems\/machine\?q=cnc/);

        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(`${server.url}/home`);
        await page.locator(".shell-more summary").click();
        await expect(
          page.getByRole("button", { name: say.exit }),
        ).toBeVisible();
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
        ).toBe(390);
        await shot(page, `phone-more-${language}`);
        await page.keyboard.press("Escape");
        await open(page, language);
        await shot(page, `phone-panel-${language}`);
      });

      // HOME-01, HOME-02, HEADER-17, HEADER-19, MSG-01 to MSG-03, PUSH-09, PUSH-10.
      test(`news reaches an open page, is read and managed, in ${language}`, async ({
        page,
        browser,
      }) => {
        await signIn(page, server, language, { phone: "13800000003" });
        const office = await (await browser.newContext()).newPage();
        await signIn(office, server, language);
        await office.getByRole("button", { name: say.publish }).click();
        const title = `${engine} ${language} <b>1</b>`;
        await office.getByRole("textbox", { name: say.title }).fill(title);
        await office.getByRole("button", { name: say.publish }).click();
        await expect(office.locator("[aria-invalid=true]")).toHaveCount(1);
        await office.getByLabel(say.content).fill("Friday 周五");
        await office.getByRole("button", { name: say.publish }).click();
        await expect(office.getByText(say.published)).toBeVisible();
        await shot(office, `news-${language}`);
        await office.context().close();

        const notice = page.locator(".push-notice");
        await expect(notice).toContainText(title);
        await notice.hover(); // it stays as long as it is looked at
        const box = (await notice.boundingBox())!;
        expect(box.x).toBeGreaterThan(720);
        expect(box.y).toBeGreaterThan(450);
        await shot(page, `push-${language}`);
        await notice.click();
        await expect(page).toHaveURL(
          /\/comm\/messageNotice\/messageManagement$/,
        );
        await page.goto(`${server.url}/home`);
        await expect(page.locator(".shell-badge")).toBeVisible();
        await page.locator(".shell-messages").hover();
        await expect(page.locator("section.shell-pop-card")).toContainText(
          title,
        );
        await shot(page, `popover-${language}`);
        const tab = page.waitForEvent("popup");
        await page.locator(".shell-messages").click();
        const managed = await tab;
        await expect(managed).toHaveURL(
          /\/comm\/messageNotice\/messageManagement$/,
        );
        await managed.close();

        await page.goto(`${server.url}/comm/messageNotice/messageManagement`);
        await expect(
          page.getByRole("listitem").filter({ hasText: title }),
        ).toBeVisible();
        await shot(page, `messages-${language}`);
        await accessible(page, ".page");
        await page.setViewportSize({ width: 390, height: 844 });
        await shot(page, `phone-messages-${language}`);
        await page.getByRole("button", { name: say.readAll }).click();
        await expect(page.locator(".shell-badge")).toHaveCount(0);
        await expect(page.locator(".message-unread")).toHaveCount(0);
      });
    }
  });
}

/** Opens the panel, unless it stands open; the search has the focus. */
async function open(page: Page, language: Language) {
  const say = words[language];
  const panel = page.getByRole("dialog", { name: say.products });
  if (!(await panel.isVisible())) {
    await page.getByRole("button", { name: say.products }).click();
  }
  await expect(panel.getByRole("searchbox")).toBeFocused();
  return panel;
}

/** FAV-05, FAV-06, FAV-07: ten pixels make a drag; keys do as well; what is saved stays. */
async function sort(page: Page, language: Language, names: string[]) {
  const say = words[language];
  const bar = page.getByRole("region", { name: say.favourites });
  await bar.getByRole("button", { name: say.settings }).click();
  const grips = bar.locator(".favourite-grip");
  await expect(grips).toHaveText(names);
  const from = (await grips.nth(0).boundingBox())!;
  const to = (await grips.nth(2).boundingBox())!;
  const at = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 9, at.y);
  await expect(bar.locator(".favourite-moving")).toHaveCount(0);
  await page.mouse.move(at.x + 12, at.y);
  await expect(bar.locator(".favourite-moving")).toHaveCount(1);
  await page.mouse.move(to.x + to.width / 2 + 8, at.y, { steps: 8 });
  await shot(page, `sorting-${language}`);
  await page.mouse.up();
  await expect(grips).toHaveText([names[1]!, names[2]!, names[0]!]);
  // A drag swallows the click that ends it, and for a moment any other. One that was not swallowed may act after the look.
  const remove = bar.getByRole("button", {
    name: say.remove(names[2]!),
    exact: true,
  });
  await expect(async () => {
    if ((await remove.count()) > 0) {
      await remove.click({ timeout: 1000 });
    }
    await expect(remove).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(grips).toHaveText([names[1]!, names[0]!]);
  const saving = page.waitForRequest(/editUserMenus/);
  await bar.getByRole("button", { name: say.save, exact: true }).click();
  const { userMenus } = (await saving).postDataJSON() as {
    userMenus: { sortOrder: number }[];
  };
  expect(userMenus.map((one) => one.sortOrder)).toEqual([0, 1]);
  await expect(page.getByText(say.saved)).toBeVisible();
  await expect(bar.getByRole("link")).toHaveText([names[1]!, names[0]!]);
}

async function shot(page: Page, name: string) {
  for (const look of ["light", "dark"]) {
    await page.evaluate(
      (to) => (document.documentElement.dataset.theme = to),
      look,
    );
    await page.screenshot({ path: `test-results/shell/${name}-${look}.png` });
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
}

async function accessible(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual(
    [],
  );
}
