import type { components } from "@/api/schema.gen";

export type Department = components["schemas"]["OrgTreeRow"];

/** A department with those below it. */
export interface Branch extends Department {
  below: Branch[];
  /** In it and below it. */
  total: number;
}

/** Puts departments below their parents; one whose parent is not there stands at the top. */
export function treeOf(rows: Department[]): Branch[] {
  const known = new Set(rows.map(({ id }) => id));
  const children = new Map<string, Department[]>();
  for (const row of rows) {
    const parent = known.has(row.parentId) ? row.parentId : "";
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const grow = (parent: string): Branch[] =>
    (children.get(parent) ?? []).map((row) => {
      const below = grow(row.id);
      const total = below.reduce((sum, one) => sum + one.total, row.people);
      return { ...row, below, total };
    });
  return grow("");
}

/** The ids of a department and of all below it: none of them can be its parent. */
export function within(rows: Department[], id: string): Set<string> {
  const found = new Set([id]);
  for (const known of found) {
    for (const row of rows) {
      if (row.parentId === known) {
        found.add(row.id);
      }
    }
  }
  return found;
}
