import { expect, test } from "./test";
import { ask } from "./calls";
import { add, invitation, join, own } from "./new-user";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    close: /^关\s?闭$/,
    newDepartment: "新建部门",
    create: /^新\s?建$/,
    code: "编码",
    departmentName: "名称",
    planner: "计划员",
    invited: "邀请短信已发送到",
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
    planner: "Planner",
    invited: "The invitation was sent to",
    invites: "invites 王芳",
    joined: "Joined",
    disable: /^Disable$/,
    disabled: "“王芳” was disabled",
  },
};

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

        const of = { role: say.planner, department: "电火花组" };
        const ling = await add(page, server, language, {
          ...of,
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
          ...of,
          userName: "fang",
          realName: "王芳",
          phone: "13700000102",
        });
        await expect(fang.getByText(say.invited)).toBeVisible();
        await fang.getByRole("button", { name: say.close }).last().click();
        const link = await invitation(server, "13700000102");
        const third = await (await browser.newContext()).newPage();
        await third.goto(`${link}&lang=${language}`);
        await expect(third.getByText(say.invites)).toBeVisible();
        await join(third, language, own, () =>
          third.screenshot({ path: `test-results/invitation-${language}.png` }),
        );

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
