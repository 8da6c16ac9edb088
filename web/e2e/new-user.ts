import { expect, type Locator, type Page } from "@playwright/test";
import type { Server } from "./server";
import type { Language } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    userName: "用户名",
    realName: "姓名",
    phone: "手机号",
    roles: "角色",
    department: "部门",
    way: "加入方式",
    byPassword: "初始密码",
    newPassword: "新密码",
    again: "再次输入新密码",
    join: "设置密码并登录",
  },
  en: {
    save: /^Save$/,
    userName: "User name",
    realName: "Real name",
    phone: "Phone number",
    roles: "Roles",
    department: "Department",
    way: "Way to join",
    byPassword: "Initial password",
    newPassword: "New password",
    again: "New password again",
    join: "Set password and sign in",
  },
};

/** The password that somebody chooses who comes in. */
export const own = "Guss&form9";

/** Who comes in. */
export interface Person {
  userName: string;
  realName: string;
  phone: string;
  /** As the list of roles calls it. */
  role: string;
  /** As the list of departments calls it, for somebody who belongs to one. */
  department?: string;
  /** With an initial password in place of an invitation. */
  byPassword?: boolean;
}

/** Fills in the form of a new user; gives the panel, which says what follows. */
export async function add(
  page: Page,
  server: Server,
  language: Language,
  person: Person,
) {
  const say = words[language];
  await page.goto(`${server.url}/settings/user-add`);
  const panel = page.getByRole("dialog");
  const text = (name: string) =>
    panel.getByRole("textbox", { name, exact: true });
  const select = (name: string) =>
    panel.getByRole("combobox", { name, exact: true });
  await text(say.userName).fill(person.userName);
  await text(say.realName).fill(person.realName);
  await text(say.phone).fill(person.phone);
  await choose(page, select(say.roles), person.role);
  if (person.department) {
    await choose(page, select(say.department), person.department);
  }
  if (person.byPassword) {
    await choose(page, select(say.way), say.byPassword);
  }
  await panel.getByRole("button", { name: say.save }).click();
  await expect(
    panel.getByRole("status").getByText(person.realName).first(),
  ).toBeVisible();
  return panel;
}

/** Opens a select and takes an option of it. */
async function choose(page: Page, select: Locator, option: string) {
  await select.click();
  const found = page.locator(
    `.ant-select-dropdown:visible .ant-select-item-option[title="${option}"]`,
  );
  await found.click();
}

/** The address in the invitation that went to a number. */
export async function invitation(server: Server, phone: string) {
  const sms = new RegExp(`${phone}: .* at (http\\S+) within`);
  await expect.poll(() => sms.exec(server.output())?.[1]).toBeTruthy();
  return sms.exec(server.output())![1]!;
}

/** Comes in by an invitation that the page shows, with a password of one's own. */
export async function join(
  page: Page,
  language: Language,
  password: string,
  look?: () => Promise<unknown>,
) {
  const say = words[language];
  await page.getByLabel(say.newPassword, { exact: true }).fill(password);
  await page.getByLabel(say.again, { exact: true }).fill(password);
  await look?.();
  await page.getByRole("button", { name: say.join }).click();
  await expect(page).toHaveURL(/\/home/);
}
