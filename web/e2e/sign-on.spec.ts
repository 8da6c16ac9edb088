import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

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
    qr: "扫码登录",
    log: "登录日志",
    ask: "在电脑上登录？",
    confirm: "确认登录",
    done: "已确认，电脑即将登录。",
    scanned: "已扫描，请在手机上确认",
    ok: "扫码登录成功",
    online: "在线用户",
    kick: "踢出",
    kicked: "已踢出 1 个会话",
    ended: "管理员已将您下线，请重新登录",
    spent: "登录凭证已使用或已过期",
  },
  en: {
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    qr: "QR code",
    log: "Sign-in log",
    ask: "Sign in on a computer?",
    confirm: "Sign in",
    done: "Confirmed: the computer signs in now.",
    scanned: "has scanned it",
    ok: "scan login succeeded",
    online: "Online users",
    kick: "Kick out",
    kicked: "Sessions ended: 1",
    ended: "An administrator signed you out. Please sign in again.",
    spent: "This sign-in was used already",
  },
};

async function speak(page: Page, language: Language) {
  await page.addInitScript((chosen) => {
    localStorage.setItem("mw.lang", chosen);
    // As an address with ?lang= does: the account's own stays out of it.
    sessionStorage.setItem("mw.languageAsked", "address");
  }, language);
}

// SSO-02, SSO-05, LOGIN-01, LOGIN-02, LOGIN-13, LOGIN-15, ROUTE-01 to ROUTE-04, ROUTE-08: single sign-on around a deep
// link, a computer signed in by a phone, and its session ended by an administrator.
for (const language of ["zh", "en"] as const) {
  test(`people sign in by single sign-on and by phone, and are kicked (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const found: string[] = [];
    const phone = await (await browser.newContext()).newPage();
    await speak(phone, language);

    // A deep link leads through single sign-on and back to the page.
    await phone.goto(`${server.url}/settings/login-log`);
    await expect(phone).toHaveURL(/\/login\?authRequestId=/);
    await phone.getByLabel(say.phone, { exact: true }).fill("13800000001");
    await phone.getByLabel(say.password, { exact: true }).fill(server.password);
    await phone.getByRole("button", { name: say.signIn, exact: true }).click();
    await expect(phone).toHaveURL(`${server.url}/settings/login-log`);
    await expect(phone.getByRole("heading", { name: say.log })).toBeVisible();

    // A code in the address that nobody gave says so and goes to the login.
    const computer = await (await browser.newContext()).newPage();
    await speak(computer, language);
    const told = computer.getByText(say.spent).waitFor(); // for a second
    await computer.goto(`${server.url}/loginMedium?code=guessed&state=guessed`);
    await told;
    await expect(computer).toHaveURL(`${server.url}/login`);

    // The computer shows a code, the phone confirms it.
    const asked = computer.waitForResponse(/upms\/user\/qrcode/);
    await computer.getByRole("button", { name: say.qr }).click();
    const code = (await (await asked).json()) as { data: { qrCode: string } };
    await expect(computer.locator(".qr-frame svg")).toBeVisible();
    found.push(...(await faults(computer, "/login by QR code")));
    await phone.goto(code.data.qrCode);
    await expect(phone.getByRole("heading", { name: say.ask })).toBeVisible();
    await expect(computer.getByText(say.scanned)).toBeVisible();
    found.push(...(await faults(phone, "/app")));
    await phone.getByRole("button", { name: say.confirm, exact: true }).click();
    await expect(phone.getByText(say.done)).toBeVisible();
    await expect(computer.getByText(say.ok)).toBeVisible();
    await expect(computer).toHaveURL(`${server.url}/home`);

    // The administrator sees both sessions and ends the computer's.
    await phone.goto(`${server.url}/comm/online-user`);
    await expect(
      phone.getByRole("heading", { name: say.online }),
    ).toBeVisible();
    const theirs = phone.getByRole("row").filter({ hasText: "127.0.0.1" });
    await expect(theirs.nth(1)).toBeVisible();
    const other = theirs.filter({ hasNotText: /本会话|This session/ }).first();
    await other.getByRole("checkbox").check();
    await phone.getByRole("button", { name: say.kick }).click();
    await phone
      .getByRole("dialog")
      .getByRole("button", { name: say.kick })
      .click();
    await expect(phone.getByText(say.kicked)).toBeVisible();
    await expect(computer).toHaveURL(/\/login/);
    // SSO-02, SESSION-06: through single sign-on and its documents, why is still known.
    await expect(computer.getByText(say.ended)).toBeVisible();
    expect(found).toEqual([]);
    await phone.context().close();
    await computer.context().close();
  });
}

// ERR-04: whichever way somebody signs in, the company's own address is where it goes on.
for (const language of ["zh", "en"] as const) {
  test(`ERR-04: by password, by QR code and by single sign-on one is sent to the company's own address (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const own = "http://localhost:9";
    const fresh = async () => {
      const page = await (await browser.newContext()).newPage();
      await speak(page, language);
      await page.route(`${own}/**`, (route) =>
        route.fulfill({ body: "their own sign-in" }),
      );
      return page;
    };
    const phone = await fresh();
    const computer = await fresh();
    const member = "13800000002";
    for (const page of [phone, computer]) {
      await signIn(page, server, language, { phone: member });
    }
    server.admin("login-domain", "--tenant", "demo", "--url", own);
    try {
      const form = await fresh();
      await form.goto(`${server.url}/login`);
      await form.getByLabel(say.phone, { exact: true }).fill(member);
      await form
        .getByLabel(say.password, { exact: true })
        .fill(server.password);
      await form.getByRole("button", { name: say.signIn, exact: true }).click();
      await expect(form).toHaveURL(`${own}/login`);

      // The provider knows the person, so that the code comes back at once.
      await computer.evaluate(() => {
        for (const key of ["token", "longToken", "userData", "tenantId"]) {
          localStorage.removeItem(`mw.${key}`);
        }
      });
      await computer.goto(`${server.url}/settings/section`);
      await expect(computer).toHaveURL(`${own}/login`);

      const screen = await fresh();
      await screen.goto(`${server.url}/login`);
      const asked = screen.waitForResponse(/upms\/user\/qrcode/);
      await screen.getByRole("button", { name: say.qr }).click();
      const code = (await (await asked).json()) as {
        data: { qrCode: string };
      };
      await phone.goto(code.data.qrCode);
      await phone
        .getByRole("button", { name: say.confirm, exact: true })
        .click();
      await expect(screen).toHaveURL(`${own}/login`);
    } finally {
      server.admin("login-domain", "--tenant", "demo");
    }
  });
}
