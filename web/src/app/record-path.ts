import { resourcePaths } from "./resource-paths";

/** The page of a record that a search has found; undefined: its kind has none. */
export function recordPath(entity: string, id: string) {
  if (entity === "schedule") {
    return `/aps/schedule/${id}/gantt`;
  }
  if (entity === "flow-time") {
    // One page shows them all.
    return "/aps/flow-time";
  }
  const home = Object.entries(resourcePaths).find(
    ([, name]) => name === entity,
  )?.[0];
  return home && `${home}/${encodeURIComponent(id)}`;
}
