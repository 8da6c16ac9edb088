import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { settled, signIn } from "./visit";

const words = {
  zh: {
    result: "评估",
    onTime: "按期模具",
    radar: "评估雷达图",
    problems: "未排与冲突",
    all: "所有任务都已排入。",
    difference: "与执行中计划的差异",
    nothingBefore:
      "这就是执行中的计划，也是第一个发布的计划，没有可比较的对象。",
    figures: ["加权延期", "未排任务", "红区缓冲", "加班", "瓶颈", "运行时间"],
    missing: "缺少的数据",
    notStarted: "未开始",
    group: "资源组",
  },
  en: {
    result: "Evaluation",
    onTime: "Moulds on time",
    radar: "Evaluation radar",
    problems: "Unscheduled and conflicts",
    all: "Every task is scheduled.",
    difference: "Difference from the plan in force",
    nothingBefore:
      "This is the plan in force, and the first one: there was nothing to compare it with.",
    figures: [
      "Weighted tardiness",
      "Unscheduled tasks",
      "Buffers in the red",
      "Overtime",
      "Bottleneck",
      "Run time",
    ],
    missing: "Missing data",
    notStarted: "Not started",
    group: "Group",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-EVAL-01: the evaluation as figures, as a chart and as a radar; the dispatch lists of the plan in force.
    test(`${engine}: a plan is evaluated and dispatched, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/aps/schedule`);
        await page.getByRole("link", { name: say.result }).first().click();
        await expect(page.getByText(say.onTime)).toBeVisible();
        await expect(
          page
            .locator(".figures dt", { hasText: say.onTime })
            .locator("xpath=following-sibling::dd[1]"),
        ).toHaveText(/^\d+ \/ 60$/);
        for (const figure of say.figures) {
          await expect(
            page.locator(".figures dt", { hasText: figure }),
          ).toHaveCount(1);
        }
        const load = page.getByRole("meter");
        expect(await load.count()).toBeGreaterThan(5);
        await expect(load.first()).toBeVisible();
        const radar = page.getByRole("img", { name: say.radar });
        await expect(radar.locator("canvas")).toBeVisible();
        const painted = () =>
          radar.locator("canvas").evaluate((canvas) => {
            const { width, height } = canvas as HTMLCanvasElement;
            const { data } = (canvas as HTMLCanvasElement)
              .getContext("2d")!
              .getImageData(0, 0, width, height);
            return data.filter((value, at) => at % 4 === 3 && value > 0).length;
          });
        await expect.poll(painted).toBeGreaterThan(2000);
        await page.screenshot({ path: `test-results/result-${language}.png` });

        await page.getByRole("tab", { name: say.problems }).click();
        await expect(page.getByText(say.all)).toBeVisible();
        await expect(
          page.getByRole("heading", { name: say.missing }),
        ).toBeVisible();
        await page.getByRole("tab", { name: say.difference }).click();
        await expect(page).toHaveURL(/tab=difference/);
        // The demo's first plan has replaced none.
        await expect(page.getByText(say.nothingBefore)).toBeVisible();

        // The baseline starts now: something is to do on the first working day within a week.
        for (let ahead = 0; ahead < 7; ahead += 1) {
          const day = new Date(Date.now() + ahead * 86_400_000);
          await page.goto(
            `${server.url}/aps/workshop?date=${day.toISOString().slice(0, 10)}`,
          );
          await expect(page.locator(".workshop")).toBeVisible();
          await settled(page);
          if ((await page.getByText(say.notStarted).count()) > 0) {
            break;
          }
        }
        await expect(page.getByText(say.notStarted).first()).toBeVisible();
        await page.emulateMedia({ media: "print" });
        await expect(page.locator("header.shell-header")).toBeHidden();
        await expect(page.locator(".dispatch").first()).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
