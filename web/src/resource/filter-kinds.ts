/** Kinds of fields that are filtered from one value to another; the others are equal or not. */
export const ranged: ReadonlySet<string> = new Set([
  "integer",
  "decimal",
  "hours",
  "date",
  "instant",
]);
