import { cleanup } from "@testing-library/react";
import { relative } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { registry, type Kept } from "./near-registry";

// A process for each mutant, as Stryker starts it, takes seconds; the tests of a rule take milliseconds. Here the modules with
// all their mutants are loaded once, and again where a mutant has left something behind. A mutant that lives is tried once more
// on fresh modules, so that what was kept from before does not hide it.

interface Mutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number } };
}
const given = inject as unknown as <Given>(key: string) => Given;
const mutants = given<Mutant[]>("mutants");
const files = given<string[]>("tests");
const root = given<string>("root");

/** What Stryker's instrumented code asks. */
const stryker = {
  activeMutant: undefined as string | undefined,
  currentTestId: undefined as string | undefined,
  hitCount: 0,
  hitLimit: Infinity,
  mutantCoverage: {
    static: {} as Record<string, number>,
    perTest: {} as Record<string, Record<string, number>>,
  },
};
(globalThis as { __stryker__?: unknown }).__stryker__ = stryker;

async function load(wanted: string[]) {
  vi.resetModules();
  registry.tests = [];
  registry.before.clear();
  registry.after.clear();
  for (const file of wanted) {
    registry.file = file;
    await import(/* @vite-ignore */ `/${file}`);
  }
  ({ departure } = await import("@/session/departure"));
}

// What testing/setup.ts ends after each test, of the modules that are loaded now.
let departure: { end: () => void } | undefined;

const idOf = ({ file, name }: Kept) => `${file} ${name}`;

/** Why a test fails; undefined where it passes. */
async function failure(one: Kept) {
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const limit = new Promise<never>((_, stop) => {
      late = setTimeout(() => stop(new Error("too long")), 10_000);
    });
    await Promise.race([one.run(), limit]);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(late);
    vi.useRealTimers();
    vi.restoreAllMocks();
    cleanup();
    departure?.end();
    sessionStorage.clear();
  }
}

async function isKilled(id: string, ids: Set<string>, hits: number) {
  Object.assign(stryker, {
    activeMutant: id,
    hitCount: 0,
    hitLimit: 1000 + 100 * hits,
  });
  try {
    for (const one of registry.tests.filter((kept) => ids.has(idOf(kept)))) {
      if ((await failure(one)) !== undefined) {
        return one;
      }
    }
    return undefined;
  } finally {
    stryker.activeMutant = undefined;
  }
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

test("mutants", async () => {
  await load(files);
  const unfit = new Set<string>();
  for (const one of registry.tests) {
    stryker.currentTestId = idOf(one);
    const why = await failure(one);
    if (why !== undefined) {
      unfit.add(idOf(one));
      console.log(
        `left out, for it needs a page of its own: ${idOf(one)}: ${why.slice(0, 200)}`,
      );
    }
  }
  stryker.currentTestId = undefined;
  const { perTest, static: atLoad } = stryker.mutantCoverage;
  const counts = new Map<string, [number, number]>();
  for (const mutant of mutants) {
    const covering = Object.entries(perTest).filter(
      ([id, by]) => by[mutant.id] && !unfit.has(id),
    );
    if (covering.length === 0 && atLoad[mutant.id]) {
      continue; // of a constant at a module's top, as in Stryker's ignoreStatic
    }
    const ids = new Set(covering.map(([id]) => id));
    const hits = sum(covering.map(([, by]) => by[mutant.id]!));
    let by = await isKilled(mutant.id, ids, hits);
    if (by && (await failure(by)) !== undefined) {
      await load(files); // it has left something behind; the test fails without it, too
    } else if (!by && ids.size > 0) {
      await load([...new Set(covering.map(([id]) => id.split(" ")[0]!))]);
      by = await isKilled(mutant.id, ids, hits);
      await load(files);
    }
    const file = relative(root, mutant.fileName);
    const [killed, all] = counts.get(file) ?? [0, 0];
    counts.set(file, [killed + (by ? 1 : 0), all + 1]);
    if (!by) {
      const { line, column } = mutant.location.start;
      console.log(
        `${file}:${line + 1}:${column + 1} ${mutant.mutatorName}: ${ids.size > 0 ? "lived" : "without a test"}: ${mutant.replacement.slice(0, 100).replace(/\s+/g, " ")}`,
      );
    }
  }
  const rows = [...counts].map(
    ([file, [killed, all]]) => `${killed} of ${all} ${file}`,
  );
  const killed = sum([...counts.values()].map(([one]) => one));
  const all = sum([...counts.values()].map(([, one]) => one));
  const share = (100 * killed) / all;
  console.log(`${rows.join("\n")}\n${share.toFixed(1)} % of ${all} killed`);
  expect(share).toBeGreaterThanOrEqual(Number(process.env.MINIMUM ?? 0));
});
