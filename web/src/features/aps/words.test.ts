import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { paired, remarked, sentences } from "./plan/punctuation";
import { readField } from "./schedules/schedule-clash";
import { useBarTexts } from "./gantt/gantt-bar-texts";
import { useGanttTexts } from "./gantt/gantt-texts";
import { useResultTexts } from "./result/result-texts";
import { useApsTexts } from "./plan/texts";

const files = import.meta.glob<string>(
  [
    "./**/*.ts",
    "./**/*.tsx",
    "!./**/*.test.*",
    "../../gantt/**/*.ts*",
    "../../grid/*.ts*",
  ],
  { query: "?raw", import: "default", eager: true },
);

const lines = Object.entries(files)
  .filter(([file]) => !file.includes(".test."))
  .flatMap(([file, text]) =>
    text.split("\n").map((line) => `${file}: ${line.trim()}`),
  );

afterEach(() => switchLanguage("en"));

const said = () => renderHook(useApsTexts).result.current;

test("a count in a text has its thousands apart", async () => {
  await switchLanguage("en");
  expect(said()("rows", { shown: 1500, total: 12345, count: 12345 })).toBe(
    "1,500 of 12,345 rows",
  );
  await switchLanguage("zh");
  expect(said()("rows", { shown: 1500, total: 12345, count: 12345 })).toBe(
    "1,500 / 12,345 行",
  );
});

// A part with a due date of its own may be late while its mould is on time: its tasks count there, too.
test.each([
  ["en", ["Tasks of late deliveries", "Of late deliveries"], /mould or part/],
  ["zh", ["延期交付的任务", "延期交付"], /模具或零件/],
] as const)(
  "tasks of late parts are no tasks of late moulds, in %s",
  async (language, words, both) => {
    await switchLanguage(language);
    const result = renderHook(useResultTexts).result.current;
    const gantt = renderHook(useGanttTexts).result.current;
    const bar = renderHook(useBarTexts).result.current;
    expect([result("lateTasks"), gantt("statusLate")]).toEqual(words);
    expect(said()("state.late")).toMatch(both);
    expect(bar("slackHint")).toMatch(
      language === "zh" ? /模具或零件/ : /mould, or its part's own/,
    );
  },
);

test("beside Chinese words stand Chinese signs", async () => {
  const words = lines.flatMap((line) =>
    [...line.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(([all]) => all),
  );
  const chinese = words.filter((text) => /[\u4e00-\u9fff]/.test(text));
  expect(chinese.length).toBeGreaterThan(700);
  expect(
    chinese.filter((text) =>
      /[\u4e00-\u9fff”}] ?[,;:!?()]|[,;:!?()] ?[\u4e00-\u9fff“]/.test(text),
    ),
  ).toEqual([]);
  await switchLanguage("zh");
  const reading = {
    moulds: [{ id: "m1", mouldNo: "M-104" }] as never,
    settings: [],
    language: "zh" as const,
    yes: "是",
    no: "否",
  };
  expect(
    readField(
      "moulds",
      { m1: { delivery: "2026-03-20", pullIn: true } },
      reading,
    ),
  ).toBe("M-104：2026-03-20 ↑");
  expect(readField("settings", { q: 3 }, reading)).toBe("q：3");
  expect(remarked("排程开始", "Asia/Shanghai")).toBe(
    "排程开始（Asia/Shanghai）",
  );
  expect(paired("排程运行失败", "没有模具")).toBe("排程运行失败：没有模具");
  expect(sentences(["已保存。", "交期过早。"])).toBe("已保存。交期过早。");
  await switchLanguage("en");
  expect(remarked("Start", "Asia/Shanghai")).toBe("Start (Asia/Shanghai)");
  expect(paired("Failed", "no mould")).toBe("Failed: no mould");
  expect(sentences(["Saved.", "Too early."])).toBe("Saved. Too early.");
});
