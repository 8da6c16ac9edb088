/** Base of the front server and prefix of the API: every call of ours stands below them, unless its path begins with a slash. */
export const frontBase = "/front";
export const apiPrefix = "/api/v1";

export type Plain = string | number | boolean | null | undefined;

export type Query = Record<string, Plain>;

/**
 * Fills {name} in a path from the payload: from the query first, whose entry
 * is used up by that, else from the body. A place without a value is a
 * mistake in the program and throws.
 */
export function fillPath(path: string, query: Query = {}, body?: unknown) {
  const rest = { ...query };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name in query ? query[name] : valueAt(body, name);
    if (value === undefined || value === null || value === "") {
      throw new Error(`${path}: nothing fills {${name}}`);
    }
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, query: rest };
}

function valueAt(body: unknown, name: string) {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "string" || typeof value === "number"
    ? value
    : undefined;
}

/** Empty, null and undefined entries are left out; _t is the time of the call. */
export function searchOf(query: Query, now = Date.now()) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(key, String(value));
    }
  }
  search.set("_t", String(now));
  return search.toString();
}

/** First parts of call paths that are not the key of their module. */
const moduleOfSegment: Record<string, string> = {
  production: "pm",
  mf: "tooling",
};

/** The module that a call belongs to, when it is known and not opened. */
export function unopenedModule<
  Module extends { moduleKey: string; opened: boolean },
>(path: string, modules: readonly Module[]) {
  const segment = path.split(/[/?]/, 1)[0]!;
  const key = moduleOfSegment[segment] ?? segment;
  return modules.find((one) => one.moduleKey === key && !one.opened);
}
