import { ratio } from "./sizes";

/** Searching for "**M1*" means "M1*": leading asterisks go, repeated ones become one. */
export function cleanSearch(text: string) {
  return text.trim().replace(/^\*+/, "").replace(/\*+/g, "*");
}

/** What is left of a typed number: digits, and the first decimal point; a sign where there may be one. */
export function cleanNumber(text: string, signed = false) {
  const sign = signed && /^\s*-/.test(text) ? "-" : "";
  const [whole = "", ...rest] = text.replace(/[^\d.]/g, "").split(".");
  return sign + (rest.length > 0 ? `${whole}.${rest.join("")}` : whole);
}

/** A share in per cent: at most 100, with at most six decimals. */
export function ratioOf(value: number) {
  const capped = Math.min(ratio.cap, Math.max(0, value));
  const scale = 10 ** ratio.decimals;
  return Math.round(capped * scale) / scale;
}

/** Whether a typed text is a whole number above 0. */
export function isPositiveInteger(text: string) {
  return /^\d+$/.test(text.trim()) && Number(text) > 0;
}

/** At most so many letters, the last of them an ellipsis where some are missing. */
export function shortened(text: string, most: number) {
  const letters = [...text];
  return letters.length > most
    ? `${letters.slice(0, Math.max(0, most - 1)).join("")}…`
    : text;
}
