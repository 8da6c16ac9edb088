import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { codeFor, slide, solve } from "./puzzle";
import { start, type Server } from "./server";
import { faults, type Language } from "./visit";

// PWD-01, PWD-02, PWD-09, ROUTE-06, ROUTE-18, HOME-03, SMS-01, SMS-04..07, SMS-09, CAPTCHA-01, CAPTCHA-07, CAPTCHA-08:
// somebody has lost the password, gets a code by way of the puzzle, sets a new one, signs in with it, and keeps their own
// things in the personal centre. The code is read where the server prints it.

const words = {
  zh: {
    forgot: "忘记密码？",
    phone: "手机号",
    phoneFormat: "请输入 6 到 15 位数字的手机号",
    next: "下一步",
    getCode: "获取验证码",
    puzzle: "请完成安全验证",
    hint: "向右拖动滑块填充拼图",
    refresh: "换一张拼图",
    failed: "验证失败",
    sent: (phone: string) => `验证码已发送至 ${phone}，5 分钟内有效`,
    retry: /^\d+ 秒后重试$/,
    cannot: "收不到验证码？",
    hints: ["用户管理", "安全软件", "运营商", "1 分钟"],
    ok: "确定",
    code: "验证码",
    wrongCode: /验证失败.*5 分钟/,
    password: "新密码",
    again: "确认新密码",
    mismatch: "两次输入的密码不一致",
    set: "设置密码",
    done: "密码已重新设置",
    toLogin: "返回登录",
    loginPassword: "密码",
    signIn: "登录",
    centre: "个人中心",
    back: "返回计划排程",
    email: "邮箱",
    save: /^保\s?存$/,
    saved: "已保存",
    changePhone: "更换手机号",
    newPhone: "新手机号",
    current: "当前密码",
    verify: "验证新手机号",
    sms: "短信身份验证",
    phoneChanged: "手机号已更换为",
    tabs: {
      password: "修改密码",
      interface: "语言和外观",
      tokens: "接口令牌",
      mobile: "移动端下载",
    },
    passwordChanged: "密码已修改",
    newToken: "新建令牌",
    tokenName: "名称",
    all: "我的全部权限",
    make: "创建令牌",
    end: "停用",
    ended: "已停用",
    dark: "深色",
    other: "English",
    otherCentre: "Personal centre",
  },
  en: {
    forgot: "Forgot password?",
    phone: "Phone number",
    phoneFormat: "Enter a phone number of 6 to 15 digits",
    next: "Next",
    getCode: "Get code",
    puzzle: "Please complete the security verification",
    hint: "Drag the slider right to fill the puzzle",
    refresh: "Another puzzle",
    failed: "Verification failed",
    sent: (phone: string) =>
      `The code was sent to ${phone} and is valid for 5 minutes`,
    retry: /^Retry after \d+ seconds?$/,
    cannot: "Cannot receive the code?",
    hints: ["user management", "Security software", "operator", "1 minute"],
    ok: "OK",
    code: "Code",
    wrongCode: /Verification failed.*5 minutes/,
    password: "New password",
    again: "Repeat the new password",
    mismatch: "Inconsistent input password",
    set: "Set password",
    done: "Your password is set",
    toLogin: "Back to sign-in",
    loginPassword: "Password",
    signIn: "Sign in",
    centre: "Personal centre",
    back: "Back to Planning and scheduling",
    email: "Email",
    save: /^Save$/,
    saved: "Saved",
    changePhone: "Change phone",
    newPhone: "New phone number",
    current: "Current password",
    verify: "Verify the new number",
    sms: "Verify by SMS",
    phoneChanged: "Your phone number is now",
    tabs: {
      password: "Change password",
      interface: "Language and look",
      tokens: "API tokens",
      mobile: "Mobile app download",
    },
    passwordChanged: "Your password is changed",
    newToken: "New token",
    tokenName: "Name",
    all: "Everything that I may",
    make: "Create token",
    end: "End",
    ended: "ended",
    dark: "Dark",
    other: "中文",
    otherCentre: "个人中心",
  },
};

const people = {
  zh: { phone: "13800000003", shown: "138******03", fresh: "13900000003" },
  en: { phone: "13800000002", shown: "138******02", fresh: "13900000002" },
};

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

for (const language of ["zh", "en"] as const) {
  test(`a lost password is recovered and the personal centre kept in ${language}`, async ({
    page,
  }) => {
    const say = words[language];
    const me = people[language];
    await page.setViewportSize({ width: 390, height: 844 });
    // No step of a recovery opens by its address alone.
    await page.goto(`${server.url}/forgotsucceed?lang=${language}`);
    await expect(page).toHaveURL(/\/forgot$/);
    await page.goto(`${server.url}/login?lang=${language}`);
    await page.getByRole("link", { name: say.forgot }).click();
    await expect(page).toHaveURL(/\/forgot$/);
    await page.getByLabel(say.phone, { exact: true }).fill("12ab");
    await page.getByRole("button", { name: say.next }).click();
    await expect(page.getByText(say.phoneFormat)).toBeVisible();
    await page.getByLabel(say.phone, { exact: true }).fill(me.phone);
    await page.getByRole("button", { name: say.next }).click();
    await expect(page).toHaveURL(/\/forgotactive$/);

    await page.getByRole("button", { name: say.getCode }).click();
    const puzzle = page.getByRole("dialog", { name: say.puzzle });
    await expect(puzzle.getByText(say.hint)).toBeVisible();
    await expect(
      puzzle.getByRole("button", { name: say.refresh }),
    ).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    // Far off first: it says so, and there is another puzzle.
    const first = await puzzle.getByRole("img").first().getAttribute("src");
    await slide(page, language, 3);
    await expect(puzzle.getByText(say.failed)).toBeVisible();
    await expect(puzzle.getByRole("img").first()).not.toHaveAttribute(
      "src",
      first!,
    );
    await solve(page, language);
    await expect(page.getByText(say.sent(me.shown))).toBeVisible();
    await expect(page.getByRole("button", { name: say.retry })).toBeDisabled();

    await page.getByRole("button", { name: say.cannot }).click();
    for (const hint of say.hints) {
      await expect(
        page.getByRole("listitem").filter({ hasText: hint }),
      ).toBeVisible();
    }
    await page.getByRole("button", { name: say.ok }).click();

    const code = page.getByLabel(say.code, { exact: true });
    const right = await codeFor(server, me.phone);
    await code.fill(right === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: say.next }).click();
    await expect(page.getByText(say.wrongCode)).toBeVisible();
    await code.fill(right);
    await page.getByRole("button", { name: say.next }).click();

    await expect(page).toHaveURL(/\/forgotreset$/);
    await page.getByLabel(say.password, { exact: true }).fill("Lathe-7519");
    await page.getByLabel(say.again, { exact: true }).fill("Lathe-7510");
    await page.getByRole("button", { name: say.set }).click();
    await expect(page.getByText(say.mismatch)).toBeVisible();
    await page.getByLabel(say.again, { exact: true }).fill("Lathe-7519");
    await page.getByRole("button", { name: say.set }).click();
    await expect(page).toHaveURL(/\/forgotsucceed$/);
    await expect(page.getByText(say.done)).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await page.getByRole("link", { name: say.toLogin }).click();
    await page.getByLabel(say.phone, { exact: true }).fill(me.phone);
    await page
      .getByLabel(say.loginPassword, { exact: true })
      .fill("Lathe-7519");
    await page.getByRole("button", { name: say.signIn, exact: true }).click();
    await expect(page).toHaveURL(/\/home/);
    await centre(page, language);
  });
}

/** The personal centre, on the same origin, by the address that other products use. */
async function centre(page: Page, language: Language) {
  const say = words[language];
  const me = people[language];
  await page.setViewportSize({ width: 1440, height: 900 });
  const lang = language === "zh" ? "cn" : "en";
  await page.goto(`${server.url}/account/?from=aps&lang=${lang}`);
  await expect(page.getByRole("heading", { name: say.centre })).toBeVisible();
  await expect(page.getByRole("link", { name: say.back })).toHaveAttribute(
    "href",
    "/aps/medium",
  );
  await expect(page.getByText(me.shown)).toBeVisible();
  await page.getByLabel(say.email).fill(`${language}@example.com`);
  await page.getByRole("button", { name: say.save }).click();
  await expect(page.getByText(say.saved)).toBeVisible();

  await page.getByRole("button", { name: say.changePhone }).click();
  await page.getByLabel(say.newPhone).fill(me.fresh);
  await page.getByLabel(say.current).fill("Lathe-7519");
  await page.getByRole("button", { name: say.verify }).click();
  const sms = page.getByRole("dialog", { name: say.sms });
  await expect(sms.getByText(/^139\*{6}0\d$/)).toBeVisible();
  await sms.getByRole("button", { name: say.getCode }).click();
  await solve(page, language);
  await sms
    .getByLabel(say.code, { exact: true })
    .fill(await codeFor(server, me.fresh));
  expect(await faults(page)).toEqual([]);
  await sms.getByRole("button", { name: say.ok }).click();
  await expect(page.getByText(say.phoneChanged)).toBeVisible();
  await expect(sms).toBeHidden();

  await page.getByRole("tab", { name: say.tabs.password }).click();
  await page.getByLabel(say.current).fill("Lathe-7519");
  await page.getByLabel(say.password, { exact: true }).fill("Mill-97531");
  await page.getByLabel(say.again, { exact: true }).fill("Mill-97531");
  await page.getByRole("button", { name: say.tabs.password }).click();
  await expect(page.getByText(say.passwordChanged)).toBeVisible();

  await page.getByRole("tab", { name: say.tabs.tokens }).click();
  await page.getByRole("button", { name: say.newToken }).click();
  await page.getByLabel(say.tokenName, { exact: true }).fill("Power BI");
  await page.getByText(say.all, { exact: true }).click();
  await page.getByLabel(say.current).fill("Mill-97531");
  await page.getByRole("button", { name: say.make }).click();
  await expect(page.getByText(/^mwk_\S{43}$/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: `${say.end} Power BI` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say.end, exact: true })
    .click();
  await expect(page.getByRole("row", { name: /Power BI/ })).toContainText(
    say.ended,
  );

  await page.getByRole("tab", { name: say.tabs.mobile }).click();
  await expect(page.getByText(server.url, { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: say.tabs.interface }).click();
  await page.getByText(say.dark, { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await faults(page)).toEqual([]);
  await page
    .getByRole("radiogroup")
    .getByText(say.other, { exact: true })
    .click();
  await expect(
    page.getByRole("heading", { name: say.otherCentre }),
  ).toBeVisible();
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
