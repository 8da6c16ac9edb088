import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";
import type { Language } from "./visit";

/** What the page of the first start calls its fields. */
export const setUpWords = {
  zh: {
    company: "企业名称",
    factory: "工厂名称",
    zone: "工厂所在时区",
    name: "管理员姓名",
    phone: "管理员手机号",
    password: "密码",
    create: "创建并登录",
  },
  en: {
    company: "Company name",
    factory: "Factory name",
    zone: "Time zone of the factory",
    name: "Administrator's name",
    phone: "Administrator's phone number",
    password: "Password",
    create: "Create and sign in",
  },
};

/** The address that a server without a company has printed at its start. */
export const firstLink = (server: Server) =>
  /(http\S+\/setup\?code=\S+)/.exec(server.printed)![1]!;

/** Makes the first company on the page that the link has opened; its administrator is signed in afterwards. */
export async function setUp(
  page: Page,
  language: Language,
  company: string,
  password: string,
) {
  const say = setUpWords[language];
  await page.getByLabel(say.company).fill(company);
  await page.getByLabel(say.factory).fill("一厂");
  await page.getByLabel(say.zone).fill("Europe/Berlin");
  await page.getByLabel(say.name).fill("王工");
  await page.getByLabel(say.phone).fill("13700000001");
  await page.getByLabel(say.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: say.create }).click();
  await expect(page).toHaveURL(/\/home$/);
}
