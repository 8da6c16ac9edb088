import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

// From the top down: a folder imports from the lines below its own, never up.
const storeys = [
  ["app"],
  ["embed", "palette"],
  ["account"],
  ["shell", "public"],
  ["features"],
  ["resource", "tenancy"],
  ["grid", "gantt", "verify"],
  ["ui"],
  ["api", "session", "i18n"],
];

const lowest = storeys.length - 1;

function closedTo(folder, storey) {
  const above = storeys.slice(0, storey).flat();
  const beside = storeys[storey].filter((name) => name !== folder);
  // The lowest storey is one family; elsewhere neighbours do not know each other.
  return storey === lowest ? above : [...above, ...beside];
}

function zone(folder, storey) {
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
  return {
    files: [`src/${folder}/**/*.{ts,tsx}`],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  };
}

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
    folders.map((folder) => zone(folder, storey)),
  ),
);
