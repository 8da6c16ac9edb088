import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import type { Plugin } from "vite";

/** A text of the screens: the kind that a company's word for it has, its key, and what the product says. */
export interface ScreenText {
  kind: number;
  word: string;
  zh: string;
  en: string;
}

const source = "virtual:screen-texts";
const resolved = `\0${source}`;

/** Serves all texts of the screens as one list, that a company chooses from what it calls otherwise. */
export function screenTexts(): Plugin {
  return {
    name: "screen-texts",
    resolveId: (id) => (id === source ? resolved : null),
    load(id) {
      if (id !== resolved) {
        return null;
      }
      const texts = readTexts(join(import.meta.dirname, "..", "src"));
      return `export default ${JSON.stringify(texts)}`;
    },
  };
}

/** The texts that the files below a folder define, by file. */
export function readTexts(root: string) {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return text.includes("defineTexts(") ? textsOf(path, text) : [];
    });
}

/** The texts of one file. They are literals: one that has to be computed could not be read here, and ends the build. */
export function textsOf(path: string, text: string) {
  const texts: ScreenText[] = [];
  const visit = (node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === "defineTexts"
    ) {
      texts.push(...readCall(path, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return texts;
}

function readCall(path: string, node: ts.CallExpression): ScreenText[] {
  const [folder, zh, en] = node.arguments.map((argument): unknown =>
    runInNewContext(`(${argument.getText()})`, {}),
  ) as [string, Record<string, string>, Record<string, string>];
  // English has a form of its own for one.
  const keys = Object.keys(zh).flatMap((key) =>
    en[`${key}_one`] === undefined ? [key] : [key, `${key}_one`],
  );
  return keys.map((key) => ({
    kind: kindOf(path),
    word: `${folder}.${key}`,
    zh: zh[key] ?? zh[key.replace(/_one$/, "")]!,
    en: en[key]!,
  }));
}

/** Numbers of the kinds common, system and aps (internal/menu/wording.go). */
function kindOf(path: string) {
  if (/^(features\/aps|gantt)\//.test(path)) {
    return 6;
  }
  return /^(features\/(basedata|company|operation-log|organisation|platform|registration|roles|security|users)|resource|tenancy)\//.test(
    path,
  )
    ? 5
    : 3;
}
