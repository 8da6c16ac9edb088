import type { Values } from "./metadata";

export interface Clash {
  field: string;
  mine: unknown;
  theirs: unknown;
}

/**
 * Two people changed one record. A field that only one of them touched is
 * settled; where both did, mine stays for the moment and the clash is reported.
 */
export function mergeVersions(
  fields: string[],
  base: Values,
  mine: Values,
  theirs: Values,
) {
  const merged: Values = { ...mine };
  const clashes: Clash[] = [];
  for (const field of fields) {
    const isMine = !same(mine[field], base[field]);
    const isTheirs = !same(theirs[field], base[field]);
    if (isTheirs && !isMine) {
      merged[field] = theirs[field];
    } else if (isTheirs && !same(mine[field], theirs[field])) {
      clashes.push({ field, mine: mine[field], theirs: theirs[field] });
    }
  }
  return { merged, clashes };
}

/** Empty is empty and a moment is a moment, however they are written; lists compare by what is in them. */
export function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, at) => same(one, b[at]));
  }
  if (isPlain(a) && isPlain(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => same(a[key], b[key]));
  }
  return (
    orEmpty(a) === orEmpty(b) ||
    (isMoment(a) && isMoment(b) && Date.parse(a) === Date.parse(b))
  );
}

/** The entries of mine that differ from the base. */
export function changes(fields: string[], base: Values, mine: Values) {
  const changed: Values = {};
  for (const field of fields) {
    if (!same(mine[field], base[field])) {
      // Undefined would not travel; null empties the field.
      changed[field] = mine[field] ?? null;
    }
  }
  return changed;
}

function isPlain(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A picker writes milliseconds, the server does not. */
const isMoment = (value: unknown): value is string =>
  typeof value === "string" && moment.test(value);

function orEmpty(value: unknown) {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === null || value === undefined || isEmptyList ? "" : value;
}
