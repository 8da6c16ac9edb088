/** Entities that are called otherwise than their pages. */
const otherNames: Record<string, string> = {
  "/settings/server": "gatewayServer",
};

/** The entity that a page of resourcePaths shows: the last part of its path, but for one. */
export const entityAt = (path: string) =>
  otherNames[path] ?? path.slice(path.lastIndexOf("/") + 1);
