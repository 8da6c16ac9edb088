/** A figure with so many places, "–" where it is undefined. */
export function figure(value: number | null | undefined, places = 0) {
  return value === null || value === undefined
    ? "–"
    : value.toLocaleString("en-US", {
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      });
}

/** A part of 1 in per cent. */
export function percent(value: number | null | undefined, places = 0) {
  return value === null || value === undefined
    ? "–"
    : `${figure(value * 100, places)} %`;
}
