/** Entities that are called otherwise than their pages. */
const otherNames: Record<string, string> = {
  "/settings/server": "gatewayServer",
  "/settings/module": "module-setting",
};

/** The entity that a page of resourcePaths shows: the last part of its path, but for two. */
export const entityAt = (path: string) =>
  otherNames[path] ?? path.slice(path.lastIndexOf("/") + 1);
