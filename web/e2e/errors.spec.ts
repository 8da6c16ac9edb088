import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { createOperator, openCompany } from "./operator";
import { start, type Server } from "./server";
import { settled, signIn, type Language } from "./visit";

// The codes as people meet them, each raised by what really causes it. Elsewhere, from their real cause too: ERR-04 in
// sign-on.spec.ts, ERR-08 in entering.spec.ts, a server that is gone in outage.spec.ts.
const words = {
  zh: {
    phone: "手机号",
    password: "密码",
    signIn: "登录",
    delete: "删除",
    wrong: "手机号或密码错误",
    spent: "登录凭证已使用或已过期",
    kicked: "管理员已将您下线",
    used: "工段“BUSY1”正在被使用，不能删除",
    usedBy: "资源组：1",
    part: (free: number, kept: string) =>
      `已删除 ${free} 条，下列工段不能删除： "${kept}"`,
    none: (kept: string) =>
      `没有删除任何工段，因为下列记录不能删除： "${kept}"`,
    and: "、",
    gone: "工段不存在",
    published: "已发布的协议不能修改",
  },
  en: {
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    delete: "Delete",
    wrong: "The phone number or the password is wrong",
    spent: "This sign-in was used already",
    kicked: "An administrator signed you out",
    used: "Section “BUSY1” is in use and cannot be deleted",
    usedBy: "Resource group: 1",
    part: (free: number, kept: string) =>
      `${free} deleted. These cannot be (section): "${kept}"`,
    none: (kept: string) =>
      `No section was deleted, because these cannot be: "${kept}"`,
    and: ", ",
    gone: "Section not found",
    published: "A published agreement does not change",
  },
};

const list = "/settings/section";
const planner = "13800000002";

/** One person at one browser, signed in. */
async function person(
  browser: Browser,
  server: Server,
  language: Language,
  phone?: string,
) {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, server, language, { ...(phone && { phone }) });
  await settled(page);
  return page;
}

/** Moves on without a new document, as a link of the product does. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);

/** The one toast, and what it says. */
async function says(page: Page, text: string) {
  const toast = page.locator(".ant-message-notice");
  await expect(toast).toContainText(text);
  await expect(toast).toHaveCount(1);
}

/** What the browser keeps of the way back, the menus and who is signed in. */
const kept = (page: Page) =>
  page.evaluate(() =>
    ["preLoginPath", "menuJson", "token"].map((key) =>
      localStorage.getItem(`mw.${key}`),
    ),
  );

async function expectOut(page: Page) {
  await expect(page).toHaveURL(/\/login\?/);
  expect(await kept(page)).toEqual([list, null, null]);
}

/** Led to a page that settles something, with the way back to where a call was refused. */
async function expectAway(page: Page, path: RegExp, ways = [list]) {
  await expect(page).toHaveURL(path);
  const [way, menus, token] = await kept(page);
  expect(ways).toContain(way);
  expect(menus).toBeNull();
  expect(token).not.toBeNull();
}

/** The list of sections with some of them ticked, and the question whether to delete them open. */
async function askToDelete(page: Page, server: Server, names: string[]) {
  await page.goto(server.url + list);
  for (const name of names) {
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("gridcell", { name, exact: true }) });
    await row.getByRole("checkbox").check();
  }
}

/** Presses "Delete" above a list, and in the question that follows. */
const press = (page: Page, { delete: name }: { delete: string }) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, { delete: name }: { delete: string }) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

for (const language of ["zh", "en"] as const) {
  test(`ERR-01, ERR-02, ERR-03, ERR-05, ERR-06: what people see of what keeps them out (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const server = await start("sqlite");
    try {
      const admin = await person(browser, server, language);

      await test.step("ERR-01: 11015 on the login, by a wrong password", async () => {
        const page = await (await browser.newContext()).newPage();
        await page.goto(`${server.url}/login?lang=${language}`);
        await page.getByLabel(say.phone, { exact: true }).fill(planner);
        const password = page.getByLabel(say.password, { exact: true });
        await password.fill("wrong1");
        const submit = page.getByRole("button", {
          name: say.signIn,
          exact: true,
        });
        await submit.click();
        await expect(page.getByText(say.wrong)).toBeVisible();
        await expect(page).toHaveURL(/\/login/);
        await expect(submit).toBeEnabled();
        await password.fill(server.password);
        await submit.click();
        await expect(page).toHaveURL(/\/home/);
        await page.context().close();
      });

      // No screen takes a member out of a company: that the server answers so is proved in internal/app/catalogue_test.go,
      // the screen by an answer that is made up.
      await test.step("ERR-01: 11015 elsewhere", async () => {
        const page = await person(browser, server, language, planner);
        await page.route(/\/front\/api\/v1\/bms\/section(\?|$)/, (route) =>
          route.fulfill({
            status: 403,
            json: { code: 11015, message: "No member here 非成员", data: null },
          }),
        );
        await go(page, list);
        await expect(page).toHaveURL(/\/error$/);
        await expect(page.getByText("No member here 非成员")).toBeVisible();
        await page.context().close();
      });

      await test.step("ERR-02: 11050, by a code that nobody gave", async () => {
        const page = await (await browser.newContext()).newPage();
        await page.addInitScript(
          (language) => localStorage.setItem("mw.lang", language),
          language,
        );
        const told = page.getByText(say.spent).waitFor(); // for a second
        await page.goto(`${server.url}/loginMedium?code=guessed&state=guessed`);
        await told;
        await expect(page).toHaveURL(`${server.url}/login`);
        await page.context().close();
      });

      await test.step("ERR-03: 11009, by an administrator who ends the session", async () => {
        const page = await person(browser, server, language, planner);
        await go(page, list);
        await expect(page.getByRole("grid")).toBeVisible();
        const { rows } = await ask<{
          rows: { id: string; userName: string }[];
        }>(admin, server, "GET", "upms/online-user?size=100");
        await ask(admin, server, "POST", "upms/online-user/kick", {
          ids: rows
            .filter(({ userName }) => userName === "planner")
            .map(({ id }) => id),
        });
        await expect(page.getByText(say.kicked)).toBeVisible();
        await expectOut(page);
        await page.context().close();
      });

      const office = await (await browser.newContext()).newPage();
      await createOperator(server)(office, language);

      await test.step("ERR-06: 307, by a password that somebody else has made", async () => {
        const phone = "13700000031";
        const given = await openCompany(office, server, {
          ...{ code: "first-way", realName: "李明", phoneNum: phone },
          entry: { verifySwitch: false },
        });
        const page = await (await browser.newContext()).newPage();
        await page.goto(
          `${server.url}/login?lang=${language}&from=${encodeURIComponent(list)}`,
        );
        await page.getByLabel(say.phone, { exact: true }).fill(phone);
        await page.getByLabel(say.password, { exact: true }).fill(given);
        await page
          .getByRole("button", { name: say.signIn, exact: true })
          .click();
        await expectAway(page, /\/newpassword/);
        await page.context().close();
      });

      await test.step("ERR-06, ERR-05: 11020, by an agreement that is published meanwhile, which 20000 without data keeps from being deleted", async () => {
        const page = await person(browser, server, language, planner);
        const { row } = await ask<{ row: { id: string } }>(
          office,
          server,
          "POST",
          "platform/agreement",
          { edition: "2026-12", textZh: "第一条", textEn: "First" },
        );
        await ask(office, server, "PATCH", `platform/agreement/${row.id}`, {
          ...{ version: 1, published: true },
        });
        // A call that the home page makes by itself may lead away before those of the list do.
        await go(page, list).catch(() => undefined);
        await expectAway(page, /\/agreement/, ["/home", list]);
        await page.context().close();

        await ask(office, server, "POST", "upms/agreement/accept", {
          id: row.id,
        });
        await office.goto(`${server.url}/settings/agreement`);
        await office
          .getByRole("row")
          .filter({ hasText: "2026-12" })
          .getByRole("checkbox")
          .check();
        await press(office, say);
        await confirm(office, say);
        await says(office, say.published);
        await expect(office.locator(".ant-notification-notice")).toHaveCount(0);
      });
    } finally {
      server.stop();
    }
  });

  test(`ERR-05, ERR-07, ERR-12, ERR-20: what people see of what cannot be done (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const server = await start("sqlite");
    try {
      const admin = await person(browser, server, language);
      const section = async (name: string) => {
        const { row } = await ask<{ row: { id: string; version: number } }>(
          admin,
          server,
          "POST",
          "bms/section",
          { name, chineseName: `工段${name}` },
        );
        return row.id;
      };
      const masters = await ask<{
        rows: { calendarId: string; shiftId: string }[];
      }>(admin, server, "GET", "bms/group?size=1&sort=code");
      const occupy = (sectionId: string, code: string) =>
        ask(admin, server, "POST", "bms/group", {
          ...{ code, name: `组${code}`, sectionId, capacity: 8 },
          ...{ labourRate: 60, weight: 1, valid: true, master: false },
          calendarId: masters.rows[0]!.calendarId,
          shiftId: masters.rows[0]!.shiftId,
        });

      await test.step("ERR-05: 20000 with data, by a section that comes into use behind the question", async () => {
        const id = await section("BUSY1");
        await askToDelete(admin, server, ["BUSY1"]);
        await press(admin, say);
        await expect(admin.getByRole("dialog")).toBeVisible();
        await occupy(id, "GROUP-B1");
        await confirm(admin, say);
        const notice = admin.locator(".ant-notification-notice");
        await expect(notice).toContainText(say.used);
        await expect(notice).toContainText(say.usedBy);
        await expect(admin).toHaveURL(new RegExp(`${list}$`));
      });

      await test.step("ERR-07: 20001 and 207, by sections that are in use", async () => {
        await occupy(await section("BUSY2"), "GROUP-B2");
        await section("FREE1");
        for (const [names, text] of [
          [["BUSY1", "BUSY2"], say.none(`BUSY1${say.and}BUSY2`)],
          [["BUSY1", "BUSY2", "FREE1"], say.part(1, `BUSY1${say.and}BUSY2`)],
        ] as const) {
          await askToDelete(admin, server, [...names]);
          await press(admin, say);
          // Looked for from before: it does not stay.
          await Promise.all([says(admin, text), confirm(admin, say)]);
        }
      });

      await test.step("ERR-12: any other code, by a section that somebody else has deleted", async () => {
        const id = await section("GONE1");
        await askToDelete(admin, server, ["GONE1"]);
        await press(admin, say);
        await expect(admin.getByRole("dialog")).toBeVisible();
        await ask(admin, server, "DELETE", `bms/section/${id}`);
        await Promise.all([says(admin, say.gone), confirm(admin, say)]);
      });
    } finally {
      server.stop();
    }
  });
}
