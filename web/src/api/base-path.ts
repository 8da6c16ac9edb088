import { frontBase } from "./address";

const key = "mw.basePath";

let kept: Record<string, string> | undefined;

/** A path on our own host, and nothing else: calls carry the session. */
const isBase = (path: unknown): path is string =>
  typeof path === "string" && /^(\/[\w-]+)+$/.test(path);

function restored(): Record<string, string> {
  try {
    const map = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    return Object.fromEntries(
      Object.entries(map).filter(([, path]) => isBase(path)),
    );
  } catch {
    return {};
  }
}

/** The base of a module's calls; undefined: none is known. */
export function knownBase(module: string) {
  kept ??= restored();
  return kept[module];
}

/** Where a module's calls go: the front server's base where none is known. */
export const baseOf = (module: string) => knownBase(module) ?? frontBase;

/** Takes over a map of base paths, or forgets it; what leads elsewhere is not read back. */
export function keepBasePaths(map: Record<string, unknown> | null) {
  kept = undefined;
  if (map) {
    localStorage.setItem(key, JSON.stringify(map));
  } else {
    localStorage.removeItem(key);
  }
}
