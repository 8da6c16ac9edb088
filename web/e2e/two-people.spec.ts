import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn, type Language } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    saveTicked: "保存勾选项",
    savedOne: "已保存 1 条",
    savedSettings: "排程参数已保存",
    both: (who: string) => `您编辑期间，${who}修改并保存了这条记录`,
    mine: (value: string) => `我的：${value}`,
    theirs: (value: string) => `对方的：${value}`,
    share: "超时任务剩余工时系数",
  },
  en: {
    save: /^Save$/,
    saveTicked: "Save what is ticked",
    savedOne: "Saved 1",
    savedSettings: "Scheduling settings saved",
    both: (who: string) => `${who} saved this record while you were editing it`,
    mine: (value: string) => `Mine: ${value}`,
    theirs: (value: string) => `Theirs: ${value}`,
    share: "Overdue-task remaining-hours coefficient",
  },
};

/** Two people at two browsers: the planner is always the faster one. */
interface Pair {
  server: Server;
  language: Language;
  admin: Page;
  planner: Page;
}

const plannerName = "李伟";

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // ERR-03: nothing that somebody else has saved is overwritten before a person has chosen.
    test(`${engine}: two people change the same, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      try {
        // The slower one's system asks for less motion: nothing may wait there for the end of a transition.
        const calm = await browser.newContext({ reducedMotion: "reduce" });
        const admin = await calm.newPage();
        const planner = await (await browser.newContext()).newPage();
        await signIn(admin, server, language);
        await signIn(planner, server, language, { phone: "13800000002" });
        const pair = { server, language, admin, planner };
        await record(pair);
        await cell(pair);
        await settings(pair);
      } finally {
        server.stop();
      }
    });
  }
}

/** The notice of the slower one: in sight, with the name of the faster one. */
async function notice({ admin, language }: Pair) {
  const box = admin
    .getByRole("alert")
    .filter({ hasText: words[language].both(plannerName) });
  await expect(box).toBeInViewport();
  return box;
}

/** One record of a list: both choices, and what only one of them changed is merged. */
async function record(pair: Pair) {
  const { admin, planner, server, language } = pair;
  const say = words[language];
  const { rows } = await ask<{ rows: { id: string }[] }>(
    admin,
    server,
    "GET",
    "bom/part?size=1&sort=partNo",
  );
  const path = `${server.url}/bom/part/${rows[0]!.id}`;
  const stored = async () => {
    const { row } = await ask<{ row: { name: string } }>(
      admin,
      server,
      "GET",
      `bom/part/${rows[0]!.id}`,
    );
    return row.name;
  };
  const name = (page: Page) => page.locator("#field-name");
  const save = (page: Page) =>
    page.getByRole("button", { name: say.save }).click();

  for (const side of ["mine", "theirs"] as const) {
    const [slow, fast] = [`${side} slow`, `${side} fast`];
    await admin.goto(path);
    await planner.goto(path);
    await name(admin).fill(slow);
    await name(planner).fill(fast);
    await save(planner);
    await expect(planner).toHaveURL(/\/bom\/part$/);
    await save(admin);
    const box = await notice(pair);
    expect(await stored()).toBe(fast);
    // A save without a choice sends nothing.
    await admin.keyboard.press("Control+s");
    await expect(box).toBeInViewport();
    expect(await stored()).toBe(fast);
    // Neither eyes nor ears are told that it still saves.
    await expect(admin.getByRole("button", { name: say.save })).toBeVisible();
    await expect(
      admin.locator(".ant-btn .spinner, .anticon-loading"),
    ).toHaveCount(0);
    const value = side === "mine" ? slow : fast;
    await box.getByRole("radio", { name: say[side](value) }).check();
    await expect(name(admin)).toHaveValue(value);
    await save(admin);
    await expect(admin).toHaveURL(/\/bom\/part$/);
    expect(await stored()).toBe(value);
  }
}

/** One cell of a table that is typed into. */
async function cell(pair: Pair) {
  const { admin, planner, server, language } = pair;
  const say = words[language];
  const hours = (page: Page) =>
    page.getByLabel(
      /(, |，)(三坐标检测组 → 五轴加工组|CMM inspection → Five-axis milling)$/,
    );
  const stored = async () => {
    const { rows, places } = await ask<{
      rows: { up: string; down: string; transferHours: number }[];
      places: { id: string; name: string }[];
    }>(admin, server, "POST", "aps/flowTime/get", {});
    const id = (name: RegExp) => places.find((one) => name.test(one.name))!.id;
    const [up, down] = [
      id(/^(三坐标检测组|CMM inspection)$/),
      id(/^(五轴加工组|Five-axis milling)$/),
    ];
    return rows.find((row) => row.up === up && row.down === down)!
      .transferHours;
  };
  const save = (page: Page) =>
    page.getByRole("button", { name: say.saveTicked }).click();

  for (const side of ["mine", "theirs"] as const) {
    const [slow, fast] = side === "mine" ? [3.5, 4.5] : [5.5, 6.5];
    await admin.goto(`${server.url}/aps/flow-time`);
    await planner.goto(`${server.url}/aps/flow-time`);
    await hours(admin).fill(String(slow));
    await hours(planner).fill(String(fast));
    await save(planner);
    await expect(planner.getByText(say.savedOne)).toBeVisible();
    await save(admin);
    const box = await notice(pair);
    await save(admin);
    await expect(box).toBeInViewport();
    expect(await stored()).toBe(fast);
    const value = side === "mine" ? slow : fast;
    await box.getByRole("radio", { name: say[side](String(value)) }).check();
    await expect(hours(admin)).toHaveValue(String(value));
    if (side === "mine") {
      await save(admin);
      await expect(admin.getByText(say.savedOne)).toBeVisible();
    }
    expect(await stored()).toBe(value);
  }
}

/** A page that is saved as a whole: the scheduling settings. */
async function settings(pair: Pair) {
  const { admin, planner, server, language } = pair;
  const say = words[language];
  const share = (page: Page) => page.getByLabel(say.share);
  const stored = async () => {
    const { values } = await ask<{ values: Record<string, number> }>(
      admin,
      server,
      "POST",
      "aps/schedule/param/setting/options.do",
      { layer: "global" },
    );
    return values.timeoutSurplusCoefficient;
  };

  for (const side of ["mine", "theirs"] as const) {
    const [slow, fast] = side === "mine" ? [0.31, 0.41] : [0.51, 0.61];
    await admin.goto(`${server.url}/aps/setting`);
    await planner.goto(`${server.url}/aps/setting`);
    await share(admin).fill(String(slow));
    await share(planner).fill(String(fast));
    await planner.keyboard.press("Control+s");
    await expect(planner.getByText(say.savedSettings)).toBeVisible();
    await admin.keyboard.press("Control+s");
    const box = await notice(pair);
    await admin.keyboard.press("Control+s");
    await expect(box).toBeInViewport();
    expect(await stored()).toBe(fast);
    const value = side === "mine" ? slow : fast;
    await box
      .getByRole("radio", { name: new RegExp(`^${say[side](String(value))}`) })
      .check();
    await expect(share(admin)).toHaveValue(String(value));
    await admin.keyboard.press("Control+s");
    await expect(admin.getByText(say.savedSettings)).toBeVisible();
    expect(await stored()).toBe(value);
  }
}
