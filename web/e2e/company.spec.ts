import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { start, type Server } from "./server";
import { faults, signIn, visit } from "./visit";

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

const words = {
  zh: {
    info: "企业信息",
    name: "企业全称",
    phone: "电话",
    site: "移动办公站点网址",
    wrong: "移动办公站点的网址不正确",
    save: /^保\s?存$/,
    saved: "已保存“示范模具有限公司”",
    log: "日志",
    changed: "陈静 修改",
    steps: "步骤",
    licence: "授权",
    forever: "不限期",
    modules: "模块设置",
    scheduling: "计划排程",
    opened: "已开通",
    here: "本系统",
    crm: "商务订单",
    planned: "规划中",
    inPlanning: /规划中：.*订单管理/,
    setAddress: "设置“商务订单”的网址",
    address: "网址",
    waiting: "已设网址，待开通",
    wizard: "全局设置向导",
    go: "保存并继续",
    factory: "工厂",
    next: (step: string) => `下一步：${step}`,
    calendars: "班次和工作日历",
    sections: "工段",
    groups: "资源组",
    machines: "设备录入",
    machineName: (row: number) => `名称，第 ${row} 行`,
    machineGroup: (row: number) => `资源组，第 ${row} 行`,
    there: /已有 \d+ 条/,
    addLine: "添加一行",
    saveLines: "保存各行",
    linesSaved: (count: number) => `已保存 ${count} 条`,
    taken: "设备“EDM01”已存在",
    oneWrong: "1 行有误，请修改后再保存",
    processesStep: "工艺和零件类型",
    policyStep: "排程策略",
    policy: /保交期/,
    policyTaken: /已采用“.+”/,
    finish: "完成",
  },
  en: {
    info: "Company info",
    name: "Registered name",
    phone: "Telephone",
    site: "URL of the mobile-office site",
    wrong: "The URL of the mobile-office site is incorrect",
    save: "Save",
    saved: "Saved “示范模具有限公司”",
    log: "Log",
    changed: "陈静 changed",
    steps: "Steps",
    licence: "Licence",
    forever: "Without end",
    modules: "Module settings",
    scheduling: "Planning and scheduling",
    opened: "Opened",
    here: "This system",
    crm: "Business and orders",
    planned: "Planned",
    inPlanning: /Planned: .*Order management/,
    setAddress: "Set the address of Business and orders",
    address: "Address",
    waiting: "Address set, not opened yet",
    wizard: "Global-settings wizard",
    go: "Save and continue",
    factory: "Factory",
    next: (step: string) => `Next: ${step}`,
    calendars: "Shifts and work calendars",
    sections: "Sections",
    groups: "Resource groups",
    machines: "Machine entry",
    machineName: (row: number) => `Name, line ${row}`,
    machineGroup: (row: number) => `Resource group, line ${row}`,
    there: /\d+ so far/,
    addLine: "Add a line",
    saveLines: "Save the lines",
    linesSaved: (count: number) =>
      count === 1 ? "1 record saved" : `${count} records saved`,
    taken: "Machine “EDM01” already exists",
    oneWrong: "1 line is wrong: correct it and save again",
    processesStep: "Processes and part types",
    policyStep: "Scheduling policy",
    policy: /Keep dates/,
    policyTaken: /.+ applied/,
    finish: "Finish",
  },
};

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  test(`ADMIN-01, ADMIN-04: the administrator says who the company is, and where phones enter (${language})`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    await visit(page, server, "/settings/company-info");
    await expect(page.getByRole("heading", { name: say.info })).toBeVisible();
    await expect(page.getByRole("region", { name: say.licence })).toContainText(
      say.forever,
    );

    const site = page.getByRole("textbox", { name: say.site });
    await page
      .getByRole("textbox", { name: say.name })
      .fill("示范模具有限公司");
    await page.getByRole("textbox", { name: say.phone }).fill("0755-1234567");
    await site.fill("m.example.com");
    await page.getByRole("button", { name: say.save }).click();
    await expect(page.getByText(say.wrong, { exact: true })).toBeVisible();
    await expect(site).toBeFocused();
    await expect(site).toHaveValue("m.example.com");

    const url = `https://m.example.com/${language}`;
    await site.fill(url);
    await expect(page.getByText(say.wrong, { exact: true })).toBeHidden();
    await page.getByRole("button", { name: say.save }).click();
    await expect(page.getByText(say.saved)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.screenshot({
      path: `test-results/company/info-${language}.png`,
      fullPage: true,
    });

    await page.reload();
    await expect(site).toHaveValue(url);
    await page.getByRole("tab", { name: say.log }).click();
    await expect(page.getByRole("tabpanel")).toContainText(url);
    await expect(page.getByRole("tabpanel")).toContainText(say.changed);

    // The personal centre of everybody, also of those who may not see the page.
    const floor = await (
      await page.context().browser()!.newContext()
    ).newPage();
    await signIn(floor, server, language, { phone: "13800000004" });
    await visit(floor, server, "/account?tab=mobile");
    await expect(floor.getByText(url, { exact: true })).toBeVisible();
    await ask(page, server, "GET", "bms/company-info");
    const refused = await floor.request.get(
      `${server.url}/front/api/v1/bms/company-info`,
      {
        headers: {
          mdbtk: await floor.evaluate(
            () => JSON.parse(localStorage.getItem("mw.token")!) as string,
          ),
        },
      },
    );
    expect(refused.status()).toBe(403);
    // A step that somebody may not see leaves the others in sight.
    await visit(floor, server, "/settings/wizard?step=machines");
    await expect(
      floor.getByRole("navigation", { name: say.steps }),
    ).toBeVisible();
    await floor.context().close();
  });

  test(`ADMIN-02: every module with its state, its entrance and the pages to come (${language})`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    await visit(page, server, "/settings/module");
    const row = (name: string) =>
      page.getByRole("row").filter({
        has: page.getByRole("rowheader", { name, exact: true }),
      });
    await expect(row(say.scheduling)).toContainText(say.opened);
    await expect(
      row(say.scheduling).getByRole("link", { name: say.here }),
    ).toHaveAttribute("href", "/aps/medium");
    await expect(row(say.crm)).toContainText(say.planned);
    await row(say.crm).locator("summary").click();
    await expect(row(say.crm).getByText(say.inPlanning)).toBeVisible();

    await page.getByRole("button", { name: say.setAddress }).click();
    await expect(page).toHaveURL(/\/settings\/module\/new\?module=crm$/);
    const address = page.getByRole("textbox", { name: say.address });
    // What was typed for one module is not that of another.
    await address.fill("https://crm.example/typed");
    await visit(page, server, "/settings/module/new?module=qa");
    await expect(address).toHaveValue("");
    await visit(page, server, "/settings/module/new?module=crm");
    await expect(address).toHaveValue("https://crm.example/typed");
    await address.fill("https://crm.example/start");
    await page.getByRole("button", { name: say.save }).click();
    await expect(address).toBeHidden();
    await expect(row(say.crm)).toContainText(say.waiting);
    const link = row(say.crm).getByRole("link", {
      name: "https://crm.example/start",
    });
    await expect(link).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.screenshot({
      path: `test-results/company/modules-${language}.png`,
    });

    // A second page follows what is taken away here.
    const { rows } = await ask<{ rows: { id: string }[] }>(
      page,
      server,
      "GET",
      "bms/module-setting",
    );
    expect(rows).toHaveLength(1);
    await ask(page, server, "DELETE", `bms/module-setting/${rows[0]!.id}`);
    await expect(
      page.getByRole("button", { name: say.setAddress }),
    ).toBeVisible();
    await expect(link).toBeHidden();
  });

  test(`ADMIN-03: the wizard leads from the company to the entry of machines (${language})`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    await visit(page, server, "/settings/wizard");
    await expect(page.getByRole("heading", { name: say.wizard })).toBeVisible();
    const step = (name: string) =>
      expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
    await page.getByRole("textbox", { name: say.phone }).fill("0755-7654321");
    await page.getByRole("button", { name: say.go }).click();
    await step(say.factory);
    await page.getByRole("button", { name: say.go }).click();
    for (const name of [
      say.calendars,
      say.sections,
      say.groups,
      say.machines,
    ]) {
      if (name !== say.calendars) {
        await page.getByRole("button", { name: say.next(name) }).click();
      }
      await step(name);
      await expect(page.getByText(say.there).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
    }

    const fresh = language === "zh" ? "EDM_81" : "EDM_82";
    await page.getByRole("textbox", { name: say.machineName(1) }).fill(fresh);
    await choose(page, say.machineGroup(1));
    await page.getByRole("button", { name: say.addLine }).click();
    await page.getByRole("textbox", { name: say.machineName(2) }).fill("EDM01");
    await page.screenshot({
      path: `test-results/company/machines-${language}.png`,
    });
    await page.getByRole("button", { name: say.saveLines }).click();
    await expect(page.getByText(say.linesSaved(1))).toBeVisible();
    // What was refused stays, with the reason at its place; what was saved is among the machines.
    await expect(page.getByText(say.taken)).toBeVisible();
    await expect(page.getByText(say.oneWrong)).toBeVisible();
    const left = page.getByRole("textbox", { name: say.machineName(1) });
    await expect(left).toHaveValue("EDM01");
    await expect(left).toBeFocused();
    const { rows } = await ask<{ rows: { name: string }[] }>(
      page,
      server,
      "GET",
      `bms/machine?q=${fresh}`,
    );
    expect(rows.map(({ name }) => name)).toEqual([fresh]);

    // It is not left behind unseen, and nothing is lost by a reload.
    await page.reload();
    await expect(left).toHaveValue("EDM01");
    await left.fill(`${fresh}B`);
    await choose(page, say.machineGroup(1));
    await page.getByRole("button", { name: say.saveLines }).click();
    await expect(left).toHaveValue("");
    await page
      .getByRole("button", { name: say.next(say.processesStep) })
      .click();
    await step(say.processesStep);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: say.next(say.policyStep) }).click();
    const policy = page.getByRole("button", { name: say.policy });
    await policy.click();
    await expect(page.getByText(say.policyTaken)).toBeVisible();
    await expect(policy).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: say.next(say.finish) }).click();
    await step(say.finish);
    await expect(page.getByRole("main")).toContainText(say.machines);
    expect(await faults(page)).toEqual([]);
  });
}

/** The first of what a reference offers. */
async function choose(page: Page, name: string) {
  await page.getByRole("combobox", { name }).click();
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .first()
    .click();
}
