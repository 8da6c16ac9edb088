import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { switchLanguage } from "./language";
import { bracketed, comma, labelled } from "./punctuation";

test.each([
  ["zh", "模具：3（M1）", "甲，乙"],
  ["en", "模具: 3 (M1)", "甲, 乙"],
] as const)("in %s a name has %s", async (language, says, both) => {
  await switchLanguage(language);
  expect(labelled("模具", "3") + bracketed("M1")).toBe(says);
  expect(`甲${comma()}乙`).toBe(both);
});

const han = "\\p{Script=Han}";
/** ASCII punctuation beside a Chinese character, or beside what a Chinese sentence puts in. */
const inChinese = new RegExp(
  `[${han}”）】] ?[:;,()!?]|[:;,()!?] ?[${han}“（【]|[${han}]\\.(?:\\s|$)|\\}\\}(?:[:;,] | ?\\()|[:;,(] ?\\{\\{`,
  "u",
);
/** What the texts put in that is a figure; of other values it is not known whether they begin with a Chinese character. */
const figures =
  /\{\{(?:count|shown|total|most|place|page|opNo|rows?|days|hours|minutes|seconds|left|number|year|fresh|changed|skipped)(?:, number)?\}\}/g;
const unspaced = new RegExp(`[${han}][A-Za-z0-9]|[A-Za-z0-9][${han}]`, "u");
/** A figure or a Latin word without the space beside a Chinese character: 第3行. */
const isUnspaced = (text: string) =>
  unspaced.test(text.replace(figures, "0").replace(/\{\{[^}]*\}\}/g, "_"));
/** What is put together: a value and a punctuation mark that has another form in Chinese. */
const behindValue = /^(?:: |; |, | ?\()/;
const beforeValue = /(?:: |; |, | \()$/;
const aroundMarkup = /^\s*(?:[:;,]\s|\()|(?:[:;,]|\()\s*$/;
const marks = new Set([":", ": ", ";", "; ", ",", ", ", " (", "("]);

/** Addresses, cookies, errors for ourselves, what reads or writes such marks; and the schedule form, still to be mended. */
const noText: Record<string, string[]> = {
  "api/address.ts": ["`${path}: nothing fills"],
  "features/production/progress-model.ts": ['text.replace(",", ".")'],
  "gantt/render/export.ts": ["`${chart.clock.moment(plan.from)}"],
  "grid/data-grid.tsx": ['place.lastIndexOf(":")'],
  "resource/time-text.ts": ['typed.trim().replace(/[：.．]/g, ":")'],
  "shell/favourites-settings.tsx": ['removed.join(",")'],
  "tenancy/gateway-policy.ts": ["`mw-place=${ids};"],
  "tenancy/open-personal.ts": ["`module ${allModules}:"],
  "ui/first-fault.ts": [`[\n  '[aria-invalid="true"]'`],
};

const root = join(import.meta.dirname, "..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(?<!\.test|\.gen)\.tsx?$/.test(file));

/** The texts of a file with a wrong mark. */
function wrongIn(file: string, source: string) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const wrong: string[] = [];
  const tell = (node: ts.Node) => {
    const text = node.getText();
    if (!(noText[file] ?? []).some((start) => text.startsWith(start))) {
      wrong.push(`${file}: ${text.slice(0, 100)}`);
    }
  };
  const chosenByLanguage = (node: ts.Node) =>
    (ts.isConditionalExpression(node) &&
      node.condition.getText().includes('"zh"')) ||
    (ts.isCallExpression(node) && node.expression.getText() === "of");
  const seeTexts = (node: ts.Node) => {
    const hasHan = (text: string) => /\p{Script=Han}|\{\{/u.test(text);
    if (
      ts.isStringLiteralLike(node) &&
      hasHan(node.text) &&
      (inChinese.test(node.text) || isUnspaced(node.text))
    ) {
      tell(node);
    }
    ts.forEachChild(node, seeTexts);
  };
  const see = (node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === "defineTexts"
    ) {
      seeTexts(node.arguments[1]!);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map((x) => x.literal)];
      if (
        parts.slice(1).some(({ text }) => behindValue.test(text)) ||
        parts.slice(0, -1).some(({ text }) => beforeValue.test(text))
      ) {
        if (!chosenByLanguage(node.parent)) {
          tell(node);
        }
      }
    } else if (ts.isJsxText(node)) {
      if (node.text.trim() && aroundMarkup.test(node.text)) {
        tell(node);
      }
    } else if (ts.isStringLiteralLike(node)) {
      if (marks.has(node.text) && !chosenByLanguage(node.parent)) {
        tell(node.parent);
      }
      if (
        /\p{Script=Han}/u.test(node.text) &&
        (inChinese.test(node.text) || isUnspaced(node.text))
      ) {
        tell(node);
      }
    }
    ts.forEachChild(node, see);
  };
  see(tree);
  return wrong;
}

test.each([
  ['const a = "模具:" + name', 1],
  ['const a = "模具 (备用)"', 1],
  ['const a = "CAM状态"', 1],
  ['defineTexts("x", { a: "第{{page}}页" }, { a: "Page {{page}}" })', 1],
  ['defineTexts("x", { a: "第 {{page}} 页{{name}}" }, { a: "{{page}}" })', 0],
  ["const a = `${label}: ${count}`", 1],
  ["const a = `${name} (${note})`", 1],
  ['const a = note ? ` (${note})` : ""', 1],
  ['const a = names.join(", ")', 1],
  ["const a = <p>{name}: {value}</p>", 1],
  ["const a = <p>{name} ({value})</p>", 1],
  ['defineTexts("x", { a: "{{name}}: {{value}}" }, { a: "{{a}}: {{b}}" })', 1],
  ['const a = "模具：" + name; const b = `${name}：${value}`', 0],
  ['const a = language === "zh" ? "；" : "; "', 0],
])("the check sees %s", (source, wrong) => {
  expect(wrongIn("x.tsx", source)).toHaveLength(wrong);
});

// Stryker runs the tests on sources with its own text in them, which are nobody's to read.
const written = !("STRYKER_MUTATOR_WORKER" in process.env);

test.runIf(written)("Chinese texts have Chinese punctuation", () => {
  expect(files.length).toBeGreaterThan(300);
  const wrong = files.flatMap((file) =>
    wrongIn(file, readFileSync(join(root, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});
