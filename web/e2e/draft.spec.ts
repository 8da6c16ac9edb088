import { ask, ids } from "./calls";
import { start, type Server } from "./server";
import { expect, test } from "./test";
import { faults, settled, signIn } from "./visit";

const words = {
  zh: {
    draft: "草稿",
    notBefore: /不早于/,
    preview: "预览影响",
    add: "加入草稿",
    one: /^1 项变更/,
    none: /所有变更都已撤销/,
    undo: /^撤\s?销$/,
    steps: /^步骤/,
    move: /^移动 .+不早于/,
    moved: /个任务变动/,
    behind: /草稿仍基于版本/,
    rebase: /^移到版本 \d+$/,
    keep: "保存为新计划",
    kept: /^草稿已保存为版本 \d+，发布后执行$/,
  },
  en: {
    draft: "Draft",
    notBefore: /Not before/,
    preview: "Preview the effects",
    add: "Add to the draft",
    one: /^1 change of version/,
    none: /^Everything is undone/,
    undo: "Undo",
    steps: /^Steps/,
    move: /^Move .+, not before/,
    moved: /tasks? changes?$/,
    behind: /the draft still changes version/,
    rebase: /^Bring it to version \d+$/,
    keep: "Keep as a new plan",
    kept: /^The draft is kept as version \d+; it takes effect once published$/,
  },
};

interface Task {
  taskId: string;
  version: number;
  onMachine: boolean;
  batches: boolean;
  lock: number;
  status: number;
}

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  // A draft outlives the page, is undone and done again, goes on to a colleague's newer plan, and is kept as one plan.
  test(`a planner drafts a change while a colleague plans, in ${language}`, async ({
    page,
    browser,
  }) => {
    await signIn(page, server, language);
    const { schedule } = await ids(page, server);
    await page.goto(`${server.url}/aps/schedule/${schedule}/gantt`);
    await settled(page);
    await page
      .locator("canvas")
      .last()
      .click({ position: { x: 300, y: 200 } });
    for (const key of ["Home", "ArrowRight", "ArrowDown", "ArrowRight"]) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Enter");
    const at = page.getByLabel(say.notBefore);
    const day = new Date(`${(await at.inputValue()).slice(0, 10)}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + 21);
    await at.fill(`${day.toISOString().slice(0, 10)}T08:00`);
    await page.getByRole("button", { name: say.preview }).click();
    await page.getByRole("button", { name: say.add }).click();
    const draft = page.getByRole("region", { name: say.draft });
    await expect(draft.getByText(say.one)).toBeVisible();
    await expect(draft.getByText(say.moved)).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await page.goto(`${server.url}/aps/schedule/${schedule}/tasks`);
    await expect(draft.getByText(say.one)).toBeVisible();
    await draft.getByRole("button", { name: say.undo }).click();
    await expect(draft.getByText(say.none)).toBeVisible();
    await page.keyboard.press("Control+Shift+Z");
    await expect(draft.getByText(say.one)).toBeVisible();
    await draft.getByRole("button", { name: say.steps }).click();
    await expect(draft.getByRole("button", { name: say.move })).toBeVisible();
    expect(await faults(page)).toEqual([]);

    const beside = await browser.newContext();
    const colleague = await beside.newPage();
    await signIn(colleague, server, language, { phone: "13800000002" });
    const list = await ask<{ rows: Task[]; planId: string }>(
      colleague,
      server,
      "POST",
      "aps/schedule/task/getList",
      { scheduleId: schedule, status: 0, size: 200 },
    );
    const free = list.rows.filter(
      ({ version, onMachine, batches, lock }) =>
        version > 0 && onMachine && !batches && lock === 0,
    );
    const { taskId, version } = free.at(-1)!;
    await ask(colleague, server, "POST", "aps/schedule/task/update", {
      scheduleId: schedule,
      planId: list.planId,
      changes: [{ kind: "lock", taskId, version }],
    });

    await expect(draft.getByText(say.behind)).toBeVisible();
    await expect(draft.getByRole("button", { name: say.keep })).toBeDisabled();
    await draft.getByRole("button", { name: say.rebase }).click();
    await expect(draft.getByText(say.behind)).toBeHidden();
    await expect(draft.getByText(say.one)).toBeVisible();
    await draft.getByRole("button", { name: say.keep }).click();
    await expect(page.getByText(say.kept)).toBeVisible();
    await expect(draft).toBeHidden();
    await beside.close();
  });
}
