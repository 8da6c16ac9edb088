import { expect, test } from "./test";
import { createOperator, openCompany } from "./operator";
import { codeFor, solve } from "./puzzle";
import { start, type Server } from "./server";
import { faults, type Language } from "./visit";

const words = {
  zh: {
    phone: "手机号",
    password: "密码",
    signIn: "登录",
    sms: "短信身份验证",
    getCode: "获取验证码",
    code: "验证码",
    ok: "确定",
    present: "当前密码",
    fresh: "新密码",
    again: "确认新密码",
    set: "设置密码",
    change: (name: string) => `切换工厂：${name}`,
  },
  en: {
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    sms: "Verify by SMS",
    getCode: "Get code",
    code: "Code",
    ok: "OK",
    present: "Current password",
    fresh: "New password",
    again: "Repeat the new password",
    set: "Set password",
    change: (name: string) => `Change factory: ${name}`,
  },
};

let server: Server;
let signInOperator: ReturnType<typeof createOperator>;

test.beforeAll(async () => {
  server = await start("sqlite");
  signInOperator = createOperator(server);
});
test.afterAll(() => server.stop());

for (const language of ["zh", "en"] as const satisfies Language[]) {
  test(`TENANT-16, ERR-08: who signs in to a company that asks for a code proves the phone first (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const office = await (await browser.newContext()).newPage();
    await signInOperator(office, language);
    const phone = language === "zh" ? "13700000011" : "13700000012";
    const first = await openCompany(office, server, {
      code: `door-${language}`,
      realName: "李明",
      phoneNum: phone,
      entry: { verifySwitch: true },
    });

    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(
      (language) => localStorage.setItem("mw.lang", language),
      language,
    );
    await page.goto(`${server.url}/login?lang=${language}`);
    await page.getByLabel(say.phone, { exact: true }).fill(phone);
    await page.getByLabel(say.password, { exact: true }).fill(first);
    await page.getByRole("button", { name: say.signIn, exact: true }).click();
    const sms = page.getByRole("dialog", { name: say.sms });
    await expect(sms.getByText(`137******${phone.slice(-2)}`)).toBeVisible();
    expect(await faults(page)).toEqual([]);

    // A typed address leads no further: the company is not open yet.
    await page.goto(`${server.url}/home`);
    await expect(sms).toBeVisible();

    await sms.getByRole("button", { name: say.getCode }).click();
    await solve(page, language);
    const code = await codeFor(server, phone);
    const wrong = code === "000000" ? "111111" : "000000";
    await sms.getByLabel(say.code, { exact: true }).fill(wrong);
    await sms.getByRole("button", { name: say.ok }).click();
    await expect(sms.getByRole("alert")).toBeVisible();
    await sms.getByLabel(say.code, { exact: true }).fill(code);
    await sms.getByRole("button", { name: say.ok }).click();

    // After the proof the password that somebody else has made, and then the company.
    await expect(page).toHaveURL(/\/newpassword/);
    await page.getByLabel(say.present, { exact: true }).fill(first);
    await page.getByLabel(say.fresh, { exact: true }).fill("Chosen-7519");
    await page.getByLabel(say.again, { exact: true }).fill("Chosen-7519");
    await page.getByRole("button", { name: say.set, exact: true }).click();
    const factory = page.getByRole("button", {
      name: say.change(`Plant door-${language}`),
    });
    await expect(factory).toBeVisible();
    await page.reload();
    await expect(factory).toBeVisible();
    await expect(sms).toBeHidden();
  });
}
