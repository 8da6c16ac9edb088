import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    new: "新建",
    code: "编码",
    name: "名称",
    english: "英文名称",
    save: /^保\s?存$/,
    saved: "已保存",
    menu: "菜单权限",
    find: "搜索",
    check: "设备：查看",
    users: "用户",
    add: "添加 赵强",
    remove: "移除 赵强",
    floor: "车间",
    machines: "设备",
    refused: "没有权限",
    why: "为什么？",
    help: /可以授予的人：陈静/,
    roles: "角色列表",
  },
  en: {
    new: "New",
    code: "Code",
    name: "Name",
    english: "English name",
    save: /^Save$/,
    saved: "Saved",
    menu: "Menu permission",
    find: "Search",
    check: "Machines: view",
    users: "Users",
    add: "Add 赵强",
    remove: "Remove 赵强",
    floor: "Shop floor",
    machines: "Machines",
    refused: "No permission",
    why: "Why?",
    help: /People who can grant it: 陈静/,
    roles: "List of roles",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // ROLE-01, ROLE-05, PERM-02: a role that may only see machines; what it gives and takes is there at once.
    test(`${engine}: a role is made, given and taken away, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        const admin = await (await browser.newContext()).newPage();
        const floor = await (await browser.newContext()).newPage();
        await signIn(admin, server, language);
        await signIn(floor, server, language, { phone: "13800000004" });

        await admin.goto(`${server.url}/settings/role`);
        await admin.getByRole("button", { name: say.new, exact: true }).click();
        await admin
          .getByRole("textbox", { name: new RegExp(`^${say.code}`) })
          .fill("machine-eye");
        await admin
          .getByRole("textbox", { name: new RegExp(`^${say.name}`) })
          .fill("看设备");
        await admin
          .getByRole("textbox", { name: new RegExp(`^${say.english}`) })
          .fill("Machine eye");
        await admin.getByRole("button", { name: say.save }).click();
        await expect(admin.getByText(say.saved).first()).toBeVisible();

        await admin.getByRole("tab", { name: say.menu }).click();
        await admin
          .getByRole("tabpanel", { name: say.menu })
          .getByRole("searchbox")
          .fill(say.machines);
        await admin
          .getByRole("checkbox", { name: say.check, exact: true })
          .check();
        await admin.keyboard.press("Control+s");
        await expect(
          admin.getByRole("button", { name: say.save }),
        ).toBeDisabled();

        const give = async (add: boolean) => {
          await admin
            .getByRole("tab", { name: say.users, exact: true })
            .click();
          // The address changes before the panel does, and the one of before has a search field, too.
          const panel = admin.getByRole("tabpanel", { name: say.users });
          await expect(admin).toHaveURL(/role-user/);
          if (add) {
            await panel.getByRole("searchbox").fill("赵强");
            await panel.getByRole("button", { name: say.add }).click();
            await expect(
              panel.getByRole("button", { name: say.remove }),
            ).toBeVisible();
          } else {
            await panel.getByRole("button", { name: say.remove }).click();
            await expect(
              panel.getByRole("button", { name: say.remove }),
            ).toHaveCount(0);
          }
        };
        await give(true);

        // The member's own page follows: first what the role gives besides the one of the floor, then nothing else.
        await floor.goto(`${server.url}/ems/machine`);
        await expect(floor.getByRole("row").nth(1)).toBeVisible();
        await admin
          .getByRole("navigation", { name: say.roles })
          .getByRole("button", { name: new RegExp(`^${say.floor}`) })
          .click();
        await give(false);
        await floor.goto(`${server.url}/mf/progress`);
        const refused = floor.getByText(say.refused, { exact: true });
        await expect(refused.first()).toBeVisible();
        await floor.getByRole("button", { name: say.why }).first().click();
        await expect(floor.getByText(say.help)).toBeVisible();
        await floor.goto(`${server.url}/ems/machine`);
        await expect(floor.getByRole("row").nth(1)).toBeVisible();

        // The floor's role again, and the new one taken away: the open page of the member loses the machines.
        await give(true);
        await admin
          .getByRole("navigation", { name: say.roles })
          .getByRole("button", { name: /machine-eye/ })
          .click();
        await give(false);
        await expect(refused.first()).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
