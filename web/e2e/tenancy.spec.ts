import { expect, test, type Page } from "@playwright/test";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    factory: "请选择工厂",
    change: (name: string) => `切换工厂：${name}`,
    blocked: "授权已过期，不能进入",
    expired: "已过期 5 天，请通知采购人员或老板续期",
    tenants: "租户和授权",
  },
  en: {
    factory: "Please select factory",
    change: (name: string) => `Change factory: ${name}`,
    blocked: "The licence has expired: it cannot be entered",
    expired:
      "Expired 5 days, please notify your purchasing staff or boss to renew",
    tenants: "Tenants and licences",
  },
};

let server: Server;
let operator = "";
/** What the operator sets in place of the first password, which somebody else has made. */
const chosen = "Chosen-7519";

test.beforeAll(async () => {
  server = await start("sqlite");
  operator = server.admin("create-operator", "--phone", "13600000001");
});
test.afterAll(() => server.stop());

const day = (from: number) =>
  // The day of the factories, whose clock decides.
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" }).format(
    Date.now() + from * 86_400_000,
  );

/** Calls as whoever is signed in on the page. */
async function ask<Data>(
  page: Page,
  method: string,
  path: string,
  data: object,
) {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("mw.token")!) as string,
  );
  const reply = await page.request.fetch(`${server.url}/front/api/v1/${path}`, {
    method,
    data,
    headers: { mdbtk: token },
  });
  expect(reply.ok(), path).toBe(true);
  return ((await reply.json()) as { data: Data }).data;
}

/** The operator opens two more companies for the demo's administrator: one to enter late, one that is over. */
async function openCompanies(page: Page, language: Language) {
  await signIn(page, server, language, {
    phone: "13600000001",
    password: operator,
    ...(operator !== chosen && { instead: chosen }),
  });
  operator = chosen;
  for (const [code, expireDate] of [
    [`late-${language}`, day(-5)],
    [`gone-${language}`, day(-60)],
  ]) {
    const { tenantId } = await ask<{ tenantId: string }>(
      page,
      "POST",
      "platform/tenant/open",
      {
        code,
        name: `Company ${code}`,
        factoryName: `Plant ${code}`,
        zone: "Asia/Shanghai",
        realName: "陈静",
        phoneNum: "13800000001",
        expireDate,
      },
    );
    await ask(page, "PATCH", `platform/tenant/${tenantId}`, {
      version: 1,
      loginDelaySeconds: 3,
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
