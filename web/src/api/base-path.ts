import { frontBase } from "./address";

/** The modules whose base paths are asked for and kept. */
export const baseModules = (
  "asm aps bom buy cam cad capp cell common cost crm dfm dlv ems form " +
  "linknode tooling outsource pm qa reports oee system tools tr whms " +
  "aftersale es finance"
).split(" ");

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

/** Whether some module has no base path yet: then the map is asked for. */
export function lacksBasePath() {
  kept ??= restored();
  const known = kept;
  return baseModules.some((module) => !(module in known));
}

export function keepBasePaths(map: Record<string, unknown>) {
  kept = Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] =>
      isBase(entry[1]),
    ),
  );
  localStorage.setItem(key, JSON.stringify(kept));
}

export function forgetBasePaths() {
  kept = undefined;
  localStorage.removeItem(key);
}

/** The base of a module's calls; the front server's where none is known. */
export function baseOf(module: string) {
  kept ??= restored();
  return kept[module] ?? frontBase;
}
