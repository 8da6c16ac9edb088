import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { createOperator, openCompany } from "./operator";
import { codeFor, solve } from "./puzzle";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    factory: "请选择工厂",
    change: (name: string) => `切换工厂：${name}`,
    blocked: "授权已过期，不能进入",
    expired: "已过期 5 天，请通知采购人员或老板续期",
    tenants: "租户和授权",
    bare: "进入企业（无可选工厂）",
    phone: "手机号",
    password: "密码",
    signIn: "登录",
    sms: "短信身份验证",
    getCode: "获取验证码",
    code: "验证码",
    ok: "确定",
    verified: "验证成功",
    schedules: "最近的排程",
  },
  en: {
    factory: "Please select factory",
    change: (name: string) => `Change factory: ${name}`,
    blocked: "The licence has expired: it cannot be entered",
    expired:
      "Expired 5 days, please notify your purchasing staff or boss to renew",
    tenants: "Tenants and licences",
    bare: "Enter without a factory",
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    sms: "Verify by SMS",
    getCode: "Get code",
    code: "Code",
    ok: "OK",
    verified: "Verification successful",
    schedules: "Latest schedules",
  },
};

let server: Server;
let signInOperator: ReturnType<typeof createOperator>;

test.beforeAll(async () => {
  server = await start("sqlite");
  signInOperator = createOperator(server);
});
test.afterAll(() => server.stop());

const day = (from: number) =>
  // The day of the factories, whose clock decides.
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" }).format(
    Date.now() + from * 86_400_000,
  );

/** The operator opens two more companies for the demo's administrator: one to enter late, one that is over. */
async function openCompanies(page: Page, language: Language) {
  await signInOperator(page, language);
  for (const [name, since] of [
    ["late", 5],
    ["gone", 60],
  ] as const) {
    await openCompany(page, server, {
      code: `${name}-${language}`,
      realName: "陈静",
      phoneNum: "13800000001",
      expireDate: day(-since),
      entry: { loginDelaySeconds: 3 },
    });
  }
}

for (const language of ["zh", "en"] as const) {
  test(`SCOPE-05, FACTORY-05, FACTORY-07: from one company to another and back (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    // Two browsers: the operator's and the administrator's.
    const office = await (await browser.newContext()).newPage();
    await openCompanies(office, language);
    await office.goto(`${server.url}/settings/tenant`);
    await expect(
      office.getByRole("heading", { name: say.tenants }),
    ).toBeVisible();
    await expect(office.getByText(`Company gone-${language}`)).toBeVisible();
    expect(await faults(office)).toEqual([]);

    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, language);
    const choose = (name: string) =>
      page.getByRole("button", { name: say.change(name) });
    await choose("Demo Mould Shop").click();
    const dialog = page.getByRole("dialog", { name: say.factory });
    await expect(
      dialog.getByRole("button", { name: `Plant gone-${language}` }),
    ).toBeDisabled();
    await expect(dialog.getByText(say.blocked).first()).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await dialog
      .getByRole("button", { name: `Plant late-${language}` })
      .click();
    await expect(page.getByText(say.expired)).toBeVisible();
    await expect(choose(`Plant late-${language}`)).toBeVisible();
    await page.reload();
    await expect(choose(`Plant late-${language}`)).toBeVisible();

    // The demo's schedules are not this company's.
    await expect(page.getByText("Baseline")).toBeHidden();
    await choose(`Plant late-${language}`).click();
    await dialog.getByRole("button", { name: "Demo Mould Shop" }).click();
    await expect(choose("Demo Mould Shop")).toBeVisible();
    await expect(page.getByText("Baseline")).toBeVisible();
  });
}

for (const language of ["zh", "en"] as const) {
  test(`FACTORY-01, SCOPE-05, TENANT-08: a person of a company and of the operator works in either (${language})`, async ({
    page,
  }) => {
    const say = words[language];
    // Each member becomes one more person of the operator, and keeps the password.
    const phone = language === "zh" ? "13800000002" : "13800000003";
    server.admin("create-operator", "--phone", phone);
    await signIn(page, server, language, { phone });
    const choose = (name: string) =>
      page.getByRole("button", { name: say.change(name) });
    await choose("Demo Mould Shop").click();
    const dialog = page.getByRole("dialog", { name: say.factory });

    // FACTORY-01: it is dragged by its head, and stays in the window.
    const head = dialog.getByRole("heading", { name: say.factory, level: 2 });
    const before = (await dialog.boundingBox())!;
    expect(Math.round(before.width)).toBe(462);
    const grip = (await head.boundingBox())!;
    await page.mouse.move(grip.x + 10, grip.y + 10);
    await page.mouse.down();
    await page.mouse.move(grip.x + 130, grip.y + 60, { steps: 4 });
    await page.mouse.up();
    const after = (await dialog.boundingBox())!;
    expect(Math.round(after.x - before.x)).toBe(120);
    expect(Math.round(after.y - before.y)).toBe(50);
    await page.mouse.move(grip.x + 130, grip.y + 60);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 4 });
    await page.mouse.up();
    const corner = (await dialog.boundingBox())!;
    expect(corner.x).toBeGreaterThanOrEqual(0);
    expect(corner.y).toBeGreaterThanOrEqual(0);
    expect(await faults(page)).toEqual([]);

    await dialog.getByRole("button", { name: say.bare }).click();
    await expect(choose("Mouldworks")).toBeVisible();
    await page.reload();
    await expect(choose("Mouldworks")).toBeVisible();
    await expect(dialog).toBeHidden();
    // A new sign-in begins where they were, too.
    const again = await page.context().browser()!.newPage();
    await signIn(again, server, language, { phone });
    await expect(
      again.getByRole("button", { name: say.change("Mouldworks") }),
    ).toBeVisible();
    await again.close();

    await choose("Mouldworks").click();
    await dialog.getByRole("button", { name: "Demo Mould Shop" }).click();
    await expect(choose("Demo Mould Shop")).toBeVisible();
  });

  test(`TENANT-09: a personal user opens without a choice of factory, beside companies too (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const office = await (await browser.newContext()).newPage();
    await signInOperator(office, language);
    const phone = language === "zh" ? "13700000011" : "13700000012";
    const open = (code: string, tenantType: 0 | 1) =>
      openCompany(office, server, {
        code: `${code}-${language}`,
        realName: "陈一",
        phoneNum: phone,
        tenantType,
      });
    const password = await open("own", 1);

    const page = await (await browser.newContext()).newPage();
    const refused: string[] = [];
    const own = "Chosen-7520";
    const arrived = async (page: Page) => {
      await expect(page).toHaveURL(/\/home$/);
      await expect(page.getByText("陈一").first()).toBeVisible();
      await expect(
        page.getByRole("dialog", { name: say.factory }),
      ).toBeHidden();
      // Nothing of planning, which a personal user has not.
      await expect(
        page.getByRole("heading", { name: say.schedules }),
      ).toHaveCount(0);
      expect(refused).toEqual([]);
      expect(await faults(page)).toEqual([]);
    };
    await signIn(page, server, language, { phone, password, instead: own });
    page.on("response", (reply) => {
      if (reply.status() >= 400) {
        refused.push(`${reply.status()} ${reply.url()}`);
      }
    });
    await page.goto(`${server.url}/home`);
    await arrived(page);

    for (const code of ["first", "second"]) {
      await open(code, 0);
    }
    await page.reload();
    await arrived(page);
    const again = await (await browser.newContext()).newPage();
    await signIn(again, server, language, { phone, password: own });
    await again.goto(`${server.url}/home`);
    await arrived(again);
    await again.screenshot({ path: `test-results/personal-${language}.png` });
  });

  test(`LOGIN-05, LOGIN-11: an overdue company waits once on the whole way of single sign-on (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const office = await (await browser.newContext()).newPage();
    await signInOperator(office, language);
    const phone = language === "zh" ? "13700000001" : "13700000002";
    const password = await openCompany(office, server, {
      code: `slow-${language}`,
      realName: "李明",
      phoneNum: phone,
      expireDate: day(-5),
      entry: { loginDelaySeconds: 3 },
    });

    const page = await (await browser.newContext()).newPage();
    // In how many documents a countdown was seen.
    await page.addInitScript((language) => {
      localStorage.setItem("mw.lang", language);
      sessionStorage.setItem("mw.languageAsked", "address");
      const watch = new MutationObserver(() => {
        if (document.querySelector("[role=timer]")) {
          watch.disconnect();
          const seen = Number(sessionStorage.getItem("waits"));
          sessionStorage.setItem("waits", String(seen + 1));
        }
      });
      watch.observe(document, { subtree: true, childList: true });
    }, language);
    await page.goto(`${server.url}/aps/schedule`);
    await expect(page).toHaveURL(/\/login\?authRequestId=/);
    await page.getByLabel(say.phone, { exact: true }).fill(phone);
    await page.getByLabel(say.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: say.signIn, exact: true }).click();
    await expect(page.getByText(say.expired)).toBeVisible();
    await expect(page).toHaveURL(/\/newpassword/);
    expect(await page.evaluate(() => sessionStorage.getItem("waits"))).toBe(
      "1",
    );
  });

  test(`TENANT-16, FACTORY-04, FACTORY-08: a company that asks for a code is entered with it (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const office = await (await browser.newContext()).newPage();
    await signInOperator(office, language);
    // A number gets one code in a minute.
    const last = language === "zh" ? "04" : "02";
    const phone = `138000000${last}`;
    await openCompany(office, server, {
      code: `safe-${language}`,
      realName: "王芳",
      phoneNum: phone,
      entry: { verifySwitch: true },
    });

    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, language, { phone });
    const choose = (name: string) =>
      page.getByRole("button", { name: say.change(name) });
    await choose("Demo Mould Shop").click();
    await page
      .getByRole("dialog", { name: say.factory })
      .getByRole("button", { name: `Plant safe-${language}` })
      .click();
    const sms = page.getByRole("dialog", { name: say.sms });
    await expect(sms.getByText(`138******${last}`)).toBeVisible();
    await sms.getByRole("button", { name: say.getCode }).click();
    await solve(page, language);
    expect(await faults(page)).toEqual([]);
    await sms
      .getByLabel(say.code, { exact: true })
      .fill(await codeFor(server, phone));
    await sms.getByRole("button", { name: say.ok }).click();
    await expect(page.getByText(say.verified)).toBeVisible();
    await expect(choose(`Plant safe-${language}`)).toBeVisible();
    // Back, so that the next sign-in begins there; the proof lasts, nobody asks again.
    await choose(`Plant safe-${language}`).click();
    await page
      .getByRole("dialog", { name: say.factory })
      .getByRole("button", { name: "Demo Mould Shop" })
      .click();
    await expect(choose("Demo Mould Shop")).toBeVisible();
  });
}
