// Holds the production build against budgets.json: `npm run budgets`. A budget is the JavaScript that a browser loads
// before a page works, gzip, in kB of 1000 bytes: each of its entries with everything that they import statically.
// `without` takes away what an earlier page has loaded: a chunk's own weight.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  imports?: string[];
}

interface Budget {
  name: string;
  limit: number;
  entries: string[];
  without?: string[];
}

const web = join(import.meta.dirname, "..");
const built = join(web, "dist/app");
const manifest = read<Record<string, Chunk>>(
  join(built, ".vite/manifest.json"),
);
const budgets = read<Budget[]>(join(web, "budgets.json"));

let isOver = false;
for (const { name, limit, entries, without = [] } of budgets) {
  const files = loaded(entries);
  for (const file of loaded(without)) {
    files.delete(file);
  }
  const sizes = [...files].map((file) => ({ file, weight: weigh(file) }));
  const total = sizes.reduce((sum, { weight }) => sum + weight, 0);
  const verdict = total > limit ? "OVER" : "ok";
  console.log(
    `${verdict.padEnd(5)}${name.padEnd(16)}${total.toFixed(1).padStart(7)} of ${limit} kB`,
  );
  if (total > limit) {
    isOver = true;
    sizes.sort((a, b) => b.weight - a.weight);
    for (const { file, weight } of sizes.slice(0, 10)) {
      console.log(`       ${weight.toFixed(1).padStart(7)}  ${file}`);
    }
  }
}
process.exitCode = isOver ? 1 : 0;

/** The scripts behind some entries of the manifest, each once. */
function loaded(entries: string[]) {
  const files = new Set<string>();
  const seen = new Set<string>();
  const open = [...entries];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) {
      continue;
    }
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) {
      throw new Error(`budgets.json names ${key}, which the build lacks`);
    }
    if (chunk.file.endsWith(".js")) {
      files.add(chunk.file);
    }
    open.push(...(chunk.imports ?? []));
  }
  return files;
}

function weigh(file: string) {
  return gzipSync(readFileSync(join(built, file)), { level: 9 }).length / 1000;
}

function read<Value>(file: string) {
  return JSON.parse(readFileSync(file, "utf8")) as Value;
}
