import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** Families of antd rules that the screens use; a missing one shows unstyled. */
const used = new Set(
  (
    "app alert btn checkbox col dropdown empty fade form input menu message modal " +
    "motion move notification picker popover popconfirm progress radio row scroll " +
    "segmented select slide space spin switch tabs tag tooltip tree upload wave zoom"
  ).split(" "),
);

const source = "virtual:antd.css";
const resolved = `\0${source}`;

/** Serves antd's static rules without the families nobody asked for. */
export function antdRules(): Plugin {
  return {
    name: "antd-rules",
    resolveId: (id) => (id === source ? resolved : null),
    load(id) {
      if (id !== resolved) {
        return null;
      }
      const file = createRequire(import.meta.url).resolve("antd/dist/antd.css");
      return splitRules(readFileSync(file, "utf8")).filter(isUsed).join("\n");
    },
  };
}

/** A rule stays when it names no family at all, or at least one that is used. */
function isUsed(rule: string) {
  // Breakpoint columns (.ant-col-xl-8) are a family of their own: unused.
  const names = [
    ...rule.matchAll(/\.ant-((?:col-(?:xs|sm|md|lg|x+l))|[a-z]+)/g),
  ].map((match) => match[1]!);
  return names.length === 0 || names.some((name) => used.has(name));
}

function splitRules(css: string) {
  const rules: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < css.length; at++) {
    const letter = css[at];
    if (letter === "{") {
      depth += 1;
    } else if (letter === "}") {
      depth -= 1;
      if (depth === 0) {
        rules.push(css.slice(from, at + 1));
        from = at + 1;
      }
    }
  }
  return rules;
}
