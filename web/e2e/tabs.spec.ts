import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./test";
import { start, type Server } from "./server";
import { signIn, type Language } from "./visit";

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

const words = {
  zh: {
    phone: "手机号",
    password: "密码",
    signIn: "登录",
    changed: "登录账号已变更",
    refresh: "刷新页面",
    exit: "退出登录",
    kick: "踢出",
    ended: "管理员已将您下线",
    owed: "服务器没有响应，您还没有退出登录；正在重试",
    isOut: "您已退出登录",
  },
  en: {
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    changed: "Login account has changed",
    refresh: "Refresh the page",
    exit: "Log out",
    kick: "Kick out",
    ended: "An administrator signed you out",
    owed: "The server does not answer: you are not signed out yet. Trying again",
    isOut: "You are signed out now",
  },
};

const admin = "13800000001";
const planner = "13800000002";

/** Signs in on a page that is there, by the form. */
async function enter(page: Page, language: Language, phone: string) {
  const say = words[language];
  await page.getByLabel(say.phone, { exact: true }).fill(phone);
  await page.getByLabel(say.password, { exact: true }).fill(server.password);
  await page.getByRole("button", { name: say.signIn, exact: true }).click();
}

/** What a browser tells a page that lies behind another one, or comes to the front again. */
const turn = (page: Page, to: "hidden" | "visible") =>
  page.evaluate((state) => {
    for (const [name, value] of [
      ["visibilityState", state],
      ["hidden", state === "hidden"],
    ] as const) {
      Object.defineProperty(document, name, { configurable: true, value });
    }
    document.dispatchEvent(new Event("visibilitychange"));
  }, to);

const keptToken = (page: Page) =>
  page.evaluate(() => localStorage.getItem("mw.token"));

for (const language of ["zh", "en"] as const) {
  const say = words[language];
  for (const state of ["visible", "hidden"] as const) {
    test(`SESSION-10, SESSION-11, SESSION-12: a second account signed in beside a ${state} page (${language})`, async ({
      context,
    }) => {
      const first = await context.newPage();
      await signIn(first, server, language, { phone: admin });
      await first.goto(`${server.url}/settings/section`);
      await expect(first.getByRole("grid")).toBeVisible();
      if (state === "hidden") {
        await turn(first, "hidden");
      }

      const second = await context.newPage();
      await second.goto(`${server.url}/login`);
      await enter(second, language, planner);
      await expect(second).toHaveURL(/\/home/);
      await expect(second.locator(".shell-header")).toBeVisible();
      const token = await keptToken(second);
      expect(token).not.toBeNull();

      if (state === "hidden") {
        await turn(first, "visible");
      }
      const dialog = first.getByRole("dialog", { name: say.changed });
      await expect(dialog).toBeVisible();
      await expect(first).toHaveURL(`${server.url}/settings/section`);
      // The new session is whole, and its page goes on working.
      await second.goto(`${server.url}/pm/mould`);
      await expect(second.getByRole("grid")).toBeVisible();
      expect(await keptToken(second)).toBe(token);
      await expect(dialog).toBeVisible();

      await dialog.getByRole("button", { name: say.refresh }).click();
      await expect(dialog).toBeHidden();
      await expect(first.locator(".shell-header")).toBeVisible();
      expect(
        await first.evaluate(() => [
          sessionStorage.getItem("mw.currentUserId"),
          (
            JSON.parse(localStorage.getItem("mw.userData")!) as {
              userId: string;
            }
          ).userId,
        ]),
      ).toEqual(
        Array(2).fill(
          await second.evaluate(() =>
            sessionStorage.getItem("mw.currentUserId"),
          ),
        ),
      );
    });
  }

  test(`SESSION-04: who has left calls nobody, and Back does not show the product (${language})`, async ({
    page,
  }) => {
    await signIn(page, server, language, { phone: planner });
    await page.goto(`${server.url}/pm/mould`);
    await expect(page.getByRole("grid")).toBeVisible();
    await page.locator(".shell-wide .shell-account summary").click();
    await page
      .locator(".shell-account-list")
      .getByRole("button", { name: say.exit })
      .click();
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 401) {
        refused.push(response.url());
      }
    });
    // The last thing that the sign-in page asks for.
    const ways = page.waitForResponse((response) =>
      response.url().includes("/sso/ways"),
    );
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say.exit })
      .click();
    await expect(page).toHaveURL(`${server.url}/login`);
    await expect(page.getByLabel(say.phone, { exact: true })).toBeVisible();
    await ways;
    expect(refused).toEqual([]);
    expect(
      await page.evaluate(() =>
        ["preLoginPath", "token", "userData"].map((key) =>
          localStorage.getItem(`mw.${key}`),
        ),
      ),
    ).toEqual([null, null, null]);

    const shown: string[] = [];
    await page.exposeFunction("shellShown", (path: string) => shown.push(path));
    await page.addInitScript(() =>
      new MutationObserver(() => {
        if (document.querySelector(".shell-header")) {
          (
            window as unknown as { shellShown: (path: string) => void }
          ).shellShown(location.pathname);
        }
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel(say.phone, { exact: true })).toBeVisible();
    expect(shown).toEqual([]);
  });
}

test("SESSION-04: an exit while the server hangs is told as owed, and when it is done, in every tab", async ({
  page,
  context,
}) => {
  const say = words.en;
  await signIn(page, server, "en", { phone: planner });
  await page.goto(`${server.url}/pm/mould`);
  await expect(page.getByRole("grid")).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${server.url}/home`);
  await expect(other.locator(".shell-header")).toBeVisible();
  server.hang();
  try {
    await exitByHeader(page, say);
    await expect(other.locator(".shell-header")).toBeHidden();
    for (const tab of [page, other]) {
      await expect(tab.getByRole("alert")).toHaveText(say.owed);
      await expect(tab.locator(".shell-header")).toBeHidden();
    }
  } finally {
    server.goOn();
  }
  for (const tab of [page, other]) {
    await expect(tab.getByRole("status").getByText(say.isOut)).toBeVisible();
  }
  await other.goto(`${server.url}/pm/mould`);
  await expect(other.getByLabel(say.phone, { exact: true })).toBeVisible();
});

async function exitByHeader(page: Page, say: (typeof words)["en"]) {
  await page.locator(".shell-wide .shell-account summary").click();
  await page
    .locator(".shell-account-list")
    .getByRole("button", { name: say.exit })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say.exit })
    .click();
}

test("SESSION-04: an exit is owed from the click on, also by a tab that is closed before the server has heard", async ({
  page,
  context,
}) => {
  const say = words.en;
  await signIn(page, server, "en", { phone: planner });
  await page.goto(`${server.url}/home`);
  await expect(page.locator(".shell-header")).toBeVisible();
  const next = await context.newPage();
  server.hang();
  try {
    await exitByHeader(page, say);
    await page.waitForFunction(() => localStorage.getItem("mw.isLogout"));
    await page.close();
  } finally {
    server.goOn();
  }
  await next.goto(`${server.url}/home`);
  await expect(next.getByLabel(say.phone, { exact: true })).toBeVisible();
  await expect(next.locator(".shell-header")).toBeHidden();
});

test("SESSION-04: an exit that is owed is told before single sign-on lets anybody in", async ({
  context,
}) => {
  const say = words.en;
  for (const address of ["/login?from=%2Fpm%2Fmould", "/"]) {
    const page = await context.newPage();
    await signIn(page, server, "en", { phone: planner });
    await page.goto(`${server.url}/home`);
    await expect(page.locator(".shell-header")).toBeVisible();
    await context.setOffline(true);
    await exitByHeader(page, say);
    await expect(page.getByRole("alert")).toHaveText(say.owed);
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(server.url + address);
    if (address === "/") {
      await next
        .getByRole("button", { name: say.signIn })
        .or(next.getByRole("link", { name: say.signIn }))
        .first()
        .click();
    }
    await expect(next.getByLabel(say.phone, { exact: true })).toBeVisible();
    await expect(next.locator(".shell-header")).toBeHidden();
    await next.close();
  }
});

test("SESSION-04: the page of a start that failed signs out without a network, too", async ({
  page,
  context,
}) => {
  const say = words.en;
  await signIn(page, server, "en", { phone: planner });
  await page.route("**/getModuleTree.do*", (route) =>
    route.fulfill({
      status: 403,
      json: { code: 11015, message: "no", data: null },
    }),
  );
  await page.goto(`${server.url}/pm/mould`);
  const leave = page.getByRole("button", { name: say.exit });
  await expect(leave).toBeVisible();
  await context.setOffline(true);
  await leave.click();
  await expect(page.getByRole("alert")).toHaveText(say.owed);
  await context.setOffline(false);
  await expect(page.getByRole("status").getByText(say.isOut)).toBeVisible();
  await page.unroute("**/getModuleTree.do*");
  await page.goto(`${server.url}/pm/mould`);
  await expect(page.getByLabel(say.phone, { exact: true })).toBeVisible();
});

test("SESSION-04: a typed /logout signs out, a link of another site does not", async ({
  page,
}) => {
  await signIn(page, server, "en", { phone: planner });
  await page.goto(`${server.url}/pm/mould`);
  await expect(page.getByRole("grid")).toBeVisible();
  const reply = await page.request.get(`${server.url}/logout`, {
    headers: { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" },
    maxRedirects: 0,
  });
  expect([reply.status(), reply.headers().location]).toEqual([303, "/"]);
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await expect(page.getByLabel(words.en.phone, { exact: true })).toBeVisible();
  expect(await keptToken(page)).toBeNull();
});

/** Ends every session of the planner, as an administrator does, and waits until nobody is online but who asks. */
async function kickPlanner(office: Page) {
  await office.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem("mw.token")!) as string;
    const headers = { mdbtk: token, "Content-Type": "application/json" };
    const at = "/front/api/v1/upms/online-user";
    const answer = (await (await fetch(at, { headers })).json()) as {
      data: { rows: { id: string; current: boolean }[] };
    };
    const ids = answer.data.rows
      .filter(({ current }) => !current)
      .map(({ id }) => id);
    await fetch(`${at}/kick`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ids }),
    });
  });
}

/** Resolves when the page's line to the server is bound: from then on it hears of a kick. */
const hears = (page: Page) =>
  new Promise<void>((resolve) =>
    page.on("websocket", (line) =>
      line.on("framereceived", ({ payload }) => {
        if (String(payload).includes('"bound"')) {
          resolve();
        }
      }),
    ),
  );

const paths = ["/pm/mould", "/bom/part", "/aps/schedule"];

/** Three tabs of the planner in a browser that has never departed, and what their pages throw. */
async function threeTabs(context: BrowserContext, language: Language) {
  const first = await context.newPage();
  await signIn(first, server, language, { phone: planner });
  const tabs = [first, await context.newPage(), await context.newPage()];
  const thrown: string[] = [];
  context.on("console", (line) => {
    // What the browser itself says of a refused call is no fault of a page.
    const isOurs = !line.text().startsWith("Failed to load resource");
    if (line.type() === "error" && isOurs) {
      thrown.push(line.text());
    }
  });
  context.on("weberror", (fault) => thrown.push(fault.error().message));
  for (const [at, path] of paths.entries()) {
    const line = hears(tabs[at]!);
    await tabs[at]!.goto(server.url + path);
    await expect(tabs[at]!.locator(".shell-header")).toBeVisible();
    await line;
  }
  return { tabs, thrown };
}

for (const language of ["zh", "en"] as const) {
  const say = words[language];
  test(`SSO-02, SESSION-06: after a kick of several tabs the right password leads back in, each time (${language})`, async ({
    browser,
  }) => {
    const office = await (await browser.newContext()).newPage();
    await signIn(office, server, language, { phone: admin });
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext();
      const { tabs, thrown } = await threeTabs(context, language);
      await kickPlanner(office);
      for (const tab of tabs) {
        await expect(tab).toHaveURL(/\/login\?authRequestId=/);
      }
      await expect(tabs[0]!.getByText(say.ended)).toBeVisible();
      await enter(tabs[0]!, language, planner);
      // The others follow, each to the page that it stood on.
      for (const [at, path] of paths.entries()) {
        await expect(tabs[at]!).toHaveURL(server.url + path);
        await expect(tabs[at]!.locator(".shell-header")).toBeVisible();
      }
      expect(thrown).toEqual([]);
      await context.close();
    }
  });

  test(`SESSION-06, SESSION-12: after a kick another person signs in in one tab, and the other ones stay out (${language})`, async ({
    browser,
  }) => {
    const office = await (await browser.newContext()).newPage();
    await signIn(office, server, language, { phone: admin });
    const context = await browser.newContext();
    const { tabs } = await threeTabs(context, language);
    await kickPlanner(office);
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/\/login\?authRequestId=/);
    }
    await enter(tabs[0]!, language, admin);
    await expect(tabs[0]!.locator(".shell-header")).toBeVisible();
    for (const tab of tabs.slice(1)) {
      await expect(tab).toHaveURL(/\/login\?authRequestId=/);
      await expect(tab.getByLabel(say.phone, { exact: true })).toBeVisible();
    }
    await context.close();
  });
}
