import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { rooms, storeys } from "../storeys.json";
import { findCycle } from "./no-cycles";

const web = join(import.meta.dirname, "..");
const paths = new Set(
  readdirSync(join(web, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(tsx?|css)$/.test(path)),
);
const endings = ["", ".ts", ".tsx"];

/** What a file of src imports of src: by a type, when it is needed, and style sheets, too. */
function importsOf(path: string) {
  const { importedFiles } = ts.preProcessFile(
    readFileSync(join(web, "src", path), "utf8"),
  );
  return importedFiles.flatMap(({ fileName }) => {
    const imported = fileName.startsWith("@/")
      ? fileName.slice(2)
      : normalize(join(dirname(path), fileName));
    const ending = endings.find((one) => paths.has(imported + one));
    return ending === undefined ? [] : [imported + ending];
  });
}

const imports = new Map(
  [...paths]
    .filter((path) => /(?<!\.test|\.gen)\.tsx?$/.test(path))
    .map((path) => [path, importsOf(path)]),
);
const ways = [...imports].flatMap(([from, all]) =>
  all.map((to) => ({ from, to })),
);

test("files, styles and lazy imports are seen", () => {
  expect(ways.length).toBeGreaterThan(2000);
  expect(ways).toContainEqual({
    from: "features/aps/routes.tsx",
    to: "features/aps/gantt/gantt-page.tsx",
  });
  expect(ways).toContainEqual({
    from: "features/aps/gantt/gantt-page.tsx",
    to: "features/aps/plan/plan.css",
  });
  expect(ways).toContainEqual({
    from: "gantt/carry-over.ts",
    to: "gantt/chart-state.ts",
  });
});

test("no two files import each other, on whatever way", () => {
  expect(findCycle(imports)).toBeNull();
});

test("folders import from the storeys below their own", () => {
  const storeyOf = (path: string) =>
    storeys.findIndex((folders) => folders.includes(path.split("/")[0]!));
  expect([...imports.keys()].filter((path) => storeyOf(path) < 0)).toEqual([
    "vite-env.d.ts",
  ]);
  const wrong = ways.filter(({ from, to }) => {
    const isAtHome = from.split("/")[0] === to.split("/")[0];
    const isLowest = storeyOf(from) === storeys.length - 1;
    return !isAtHome && !isLowest && storeyOf(to) <= storeyOf(from);
  });
  expect(wrong).toEqual([]);
});

/** The room of a feature that a file lies in: aps/gantt; aps alone for what lies beside the rooms. */
function roomOf(path: string) {
  const [storey, feature, room, file] = path.split("/");
  return storey === "features"
    ? file === undefined
      ? feature!
      : `${feature}/${room}`
    : undefined;
}

test("rooms of a feature import each other as storeys.json says, and every way there is one", () => {
  const found = new Set<string>();
  for (const { from, to } of ways) {
    const [room, other] = [roomOf(from), roomOf(to)];
    // What lies beside the rooms opens all of them.
    if (room?.includes("/") && other && room !== other) {
      found.add(`${room} -> ${other}`);
    }
  }
  const listed = Object.entries(rooms).flatMap(([feature, leads]) =>
    Object.entries(leads).flatMap(([room, open]) =>
      open.map((other) => `${feature}/${room} -> ${feature}/${other}`),
    ),
  );
  expect([...found].sort()).toEqual(listed.sort());
});

test("every room is listed, and those that a room imports stand below it", () => {
  const built = new Set(
    [...imports.keys()].map(roomOf).filter((room) => room?.includes("/")),
  );
  const listed = Object.entries(rooms).flatMap(([feature, leads]) =>
    Object.keys(leads).map((room) => `${feature}/${room}`),
  );
  expect([...built].sort()).toEqual(listed.sort());
  for (const leads of Object.values(rooms)) {
    const order = Object.keys(leads);
    for (const [room, open] of Object.entries(leads)) {
      for (const other of open) {
        expect(order.indexOf(other), `${room} -> ${other}`).toBeGreaterThan(
          order.indexOf(room),
        );
      }
    }
  }
});

test("docs/architecture.md shows the storeys and the rooms", () => {
  const page = readFileSync(join(web, "../docs/architecture.md"), "utf8");
  const [, section = ""] = /\n## The web\n([^]*?)\n## /.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row]) =>
    row!.split(" | "),
  );
  const namesIn = (cell = "") =>
    [...cell.matchAll(/`([\w/]+)`/g)].map(([, name]) => name!);
  const two = rows.filter((cells) => cells.length === 2);
  const three = rows.filter((cells) => cells.length === 3);
  expect(
    two.map(([cell]) => namesIn(cell)).filter((names) => names.length > 0),
  ).toEqual(storeys);
  expect(
    Object.fromEntries(
      three
        .map(([room, , open]) => [namesIn(room)[0], namesIn(open)] as const)
        .filter(([room]) => room !== undefined),
    ),
  ).toEqual(rooms.aps);
});
