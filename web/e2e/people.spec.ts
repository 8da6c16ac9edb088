import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn, type Language } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    close: /^关\s?闭$/,
    newDepartment: "新建部门",
    create: /^新\s?建$/,
    code: "编码",
    departmentName: "名称",
    userName: "用户名",
    realName: "姓名",
    phone: "手机号",
    roles: "角色",
    planner: "计划员",
    department: "部门",
    way: "加入方式",
    byPassword: "初始密码",
    invited: "邀请短信已发送到",
    newPassword: "新密码",
    again: "再次输入新密码",
    join: "设置密码并登录",
    invites: "邀请王芳",
    joined: "已加入",
    disable: /^停\s?用$/,
    disabled: "已停用“王芳”",
  },
  en: {
    save: /^Save$/,
    close: /^Close$/,
    newDepartment: "New department",
    create: /^New$/,
    code: "Code",
    departmentName: "Name",
    userName: "User name",
    realName: "Real name",
    phone: "Phone number",
    roles: "Roles",
    planner: "Planner",
    department: "Department",
    way: "Way to join",
    byPassword: "Initial password",
    invited: "The invitation was sent to",
    newPassword: "New password",
    again: "New password again",
    join: "Set password and sign in",
    invites: "invites 王芳",
    joined: "Joined",
    disable: /^Disable$/,
    disabled: "“王芳” was disabled",
  },
};

const own = "Guss&form9";

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // USER-01, DEPT-01, DEPT-02, USER-07: people come in by an initial password or by an invitation, and leave at once.
    test(`${engine}: an administrator brings two people in, and disables one, in ${language}`, async ({
      browser,
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/settings/department`);
        await page
          .getByRole("button", { name: say.newDepartment, exact: true })
          .click();
        const panel = page.getByRole("dialog");
        await panel
          .getByRole("textbox", { name: say.code, exact: true })
          .fill("EDM");
        await panel
          .getByRole("textbox", { name: say.departmentName, exact: true })
          .fill("电火花组");
        await panel.getByRole("button", { name: say.save }).click();
        await expect(
          page.getByRole("navigation").getByText("电火花组"),
        ).toBeVisible();

        const ling = await add(page, server, language, {
          userName: "ling",
          realName: "林玲",
          phone: "13700000101",
          byPassword: true,
        });
        const password = await ling
          .getByRole("status")
          .locator("code")
          .innerText();
        await ling.getByRole("button", { name: say.close }).last().click();
        const second = await (await browser.newContext()).newPage();
        await signIn(second, server, language, {
          phone: "13700000101",
          password: password.trim(),
          instead: own,
        });

        const fang = await add(page, server, language, {
          userName: "fang",
          realName: "王芳",
          phone: "13700000102",
          byPassword: false,
        });
        await expect(fang.getByText(say.invited)).toBeVisible();
        await fang.getByRole("button", { name: say.close }).last().click();
        const sms = /13700000102: .* at (http\S+) within/;
        await expect.poll(() => sms.exec(server.output())?.[1]).toBeTruthy();
        const link = sms.exec(server.output())![1]!;
        const third = await (await browser.newContext()).newPage();
        await third.goto(`${link}&lang=${language}`);
        await expect(third.getByText(say.invites)).toBeVisible();
        await third.getByLabel(say.newPassword, { exact: true }).fill(own);
        await third.getByLabel(say.again, { exact: true }).fill(own);
        await third.screenshot({
          path: `test-results/invitation-${language}.png`,
        });
        await third.getByRole("button", { name: say.join }).click();
        await expect(third).toHaveURL(/\/home/);

        const { rows } = await ask<{ rows: { id: string }[] }>(
          page,
          server,
          "GET",
          "upms/user?q=fang",
        );
        await page.goto(`${server.url}/settings/user/${rows[0]!.id}`);
        await page
          .getByRole("dialog")
          .getByRole("button", { name: say.disable })
          .click();
        await page
          .locator(".ant-modal-confirm")
          .getByRole("button", { name: say.disable })
          .click();
        await expect(page.getByText(say.disabled)).toBeVisible();
        await expect(third).toHaveURL(/\/login/);
        await third.goto(link);
        await expect(third.getByRole("alert").first()).not.toBeEmpty();
        await page.screenshot({ path: `test-results/users-${language}.png` });
      } finally {
        server.stop();
      }
    });
  }
}

interface Person {
  userName: string;
  realName: string;
  phone: string;
  byPassword: boolean;
}

/** Fills in the form of a new user; gives the panel, which says what follows. */
async function add(
  page: Page,
  server: Server,
  language: Language,
  person: Person,
) {
  const say = words[language];
  await page.goto(`${server.url}/settings/user-add`);
  const panel = page.getByRole("dialog");
  await panel
    .getByRole("textbox", { name: say.userName, exact: true })
    .fill(person.userName);
  await panel
    .getByRole("textbox", { name: say.realName, exact: true })
    .fill(person.realName);
  await panel
    .getByRole("textbox", { name: say.phone, exact: true })
    .fill(person.phone);
  await choose(
    page,
    panel.getByRole("combobox", { name: say.roles, exact: true }),
    say.planner,
  );
  await choose(
    page,
    panel.getByRole("combobox", { name: say.department, exact: true }),
    "电火花组",
  );
  if (person.byPassword) {
    await choose(
      page,
      panel.getByRole("combobox", { name: say.way, exact: true }),
      say.byPassword,
    );
  }
  await panel.getByRole("button", { name: say.save }).click();
  await expect(
    panel.getByRole("status").getByText(person.realName),
  ).toBeVisible();
  return panel;
}

/** Opens a select and takes an option of it, found by typing. */
async function choose(page: Page, select: Locator, option: string) {
  await select.click();
  const found = page.locator(
    `.ant-select-dropdown:visible .ant-select-item-option[title="${option}"]`,
  );
  await found.click();
}
