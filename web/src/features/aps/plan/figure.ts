/** A figure with so many places, "–" where it is undefined. */
export function figure(value: number | null | undefined, places = 0) {
  return value === null || value === undefined
    ? "–"
    : value.toLocaleString("en-US", {
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      });
}

/** Hours, on every page and in every file with at most two places, as they are stored. */
export const hoursFigure = (value: number | null | undefined) =>
  value === null || value === undefined
    ? "–"
    : (Math.round(value * 100) / 100 || 0).toLocaleString("en-US");

/** A figure of at most 100 with one place: what falls short of it never reads 100.0. */
export const outOfHundred = (value: number | null | undefined) =>
  figure(typeof value === "number" ? short(value, 100, 0.1) : value, 1);

/** A part of 1 in per cent; what falls short of the whole never reads 100 %. */
export function percent(value: number | null | undefined, places = 0) {
  return value === null || value === undefined
    ? "–"
    : `${figure(short(value * 100, 100, 10 ** -places), places)} %`;
}

/** Cuts what would round up to a whole that it has not reached. */
const short = (value: number, whole: number, step: number) =>
  value < whole ? Math.min(value, whole - step) : value;
