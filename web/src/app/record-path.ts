import { entityAt } from "./resource-entity";
import { resourcePaths } from "./resource-paths";

/** Entities with a page of their own. */
const ownPages: Record<string, string> = {
  "company-info": "/settings/company-info",
  department: "/settings/department",
  "module-setting": "/settings/module",
  user: "/settings/user",
};

/** The page of a record, without an id the list of its kind; undefined: its kind has none. */
export function recordPath(entity: string, id: string) {
  if (entity === "schedule") {
    return `/aps/schedule/${id}/gantt`;
  }
  if (entity === "flow-time") {
    // One page shows them all, or one of them.
    return `/aps/flow-time${id && `?id=${encodeURIComponent(id)}`}`;
  }
  if (entity === "role") {
    return `/settings/role${id && `?id=${encodeURIComponent(id)}`}`;
  }
  const home =
    ownPages[entity] ?? resourcePaths.find((path) => entityAt(path) === entity);
  return home && `${home}/${encodeURIComponent(id)}`;
}
