import { readFileSync } from "node:fs";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

// From the top down: a folder imports from the lines below its own, never up. And, by feature, which of its rooms imports
// which others. docs/architecture.md says why; scripts/imports.test.ts holds it for lazy imports, too.
const { storeys, rooms } = JSON.parse(
  readFileSync(new URL("storeys.json", import.meta.url), "utf8"),
);

const lowest = storeys.length - 1;

function closedTo(folder, storey) {
  const above = storeys.slice(0, storey).flat();
  const beside = storeys[storey].filter((name) => name !== folder);
  // The lowest storey is one family; elsewhere neighbours do not know each other.
  return storey === lowest ? above : [...above, ...beside];
}

function patternsOf(folder, storey) {
  const patterns = closedTo(folder, storey).map((name) => ({
    regex: `^@/${name}/`,
    message: `${folder}/ may not import ${name}/: imports run one way.`,
  }));
  patterns.push({
    regex: "^\\.\\./\\.\\./",
    message: 'Across folders write "@/folder/file".',
  });
  if (folder !== "resource") {
    patterns.push({
      regex: "^@/api/call$",
      importNames: ["callResource"],
      message: "Its paths are known at run time only: all others write call().",
    });
  }
  if (folder === "features") {
    patterns.push({
      regex: "^@/features/",
      message: "Features do not import each other.",
    });
  }
  return patterns;
}

const zone = (path, patterns) => ({
  files: [`src/${path}/**/*.{ts,tsx}`],
  ignores: ["**/*.test.{ts,tsx}"],
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

/** A room of a feature: a later zone takes the place of an earlier one, so it repeats what holds for all features. */
function roomZone(path, open) {
  const regex =
    open.length > 0 ? `^\\.\\./(?!(?:${open.join("|")})/)` : "^\\.\\./";
  const message = `${path}/ may import ${open.join("/, ") || "no other room"}: see storeys.json.`;
  return zone(path, [
    ...patternsOf("features", storeyOf("features")),
    { regex, message },
  ]);
}

const storeyOf = (folder) =>
  storeys.findIndex((folders) => folders.includes(folder));

export default ts.config(
  {
    ignores: [
      "dist",
      "node_modules",
      "mutation/.copy",
      "mutation/node_modules",
      "**/*.gen.ts",
    ],
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      ts.configs.recommendedTypeChecked,
      hooks.configs.flat.recommended,
    ],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Speaks to the React compiler, which does not run here.
      "react-hooks/incompatible-library": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_" },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "JSXAttribute[name.name='allowClear'][value=null], Property[key.name='allowClear'][value.value=true]",
          message:
            "antd names this cross in English only: write allowClear={useClearing()}.",
        },
      ],
    },
  },
  ...storeys.flatMap((folders, storey) =>
    folders.map((folder) => zone(folder, patternsOf(folder, storey))),
  ),
  {
    files: ["e2e/**/*.spec.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@playwright/test",
              importNames: ["test"],
              message:
                "Take it from ./test, which closes what a journey opens.",
            },
          ],
        },
      ],
    },
  },
  roomZone("features/*/*", []),
  ...Object.entries(rooms).flatMap(([feature, ways]) =>
    Object.entries(ways).map(([room, open]) =>
      roomZone(`features/${feature}/${room}`, open),
    ),
  ),
);
