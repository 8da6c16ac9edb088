import { formatInstant } from "@/i18n/format";
import type { Values } from "@/resource/metadata";

// As the server has them, in the order of their choices.
const separators = ["", "-", "_", "."];

/** The first number that a rule would make now, "" while the rule is not whole. */
export function exampleNumber(
  { prefix, datePart, separator, digits, beginsAt }: Values,
  now: Date,
  zone: string,
) {
  const [year = "", month = ""] = formatInstant(now, zone).split("-");
  const dates = ["", year.slice(2), year.slice(2) + month, year, year + month];
  const figure = String(typeof beginsAt === "number" ? beginsAt : 1);
  if (
    typeof prefix !== "string" ||
    prefix === "" ||
    typeof digits !== "number" ||
    figure.length > digits
  ) {
    return "";
  }
  return [prefix, dates[Number(datePart)], figure.padStart(digits, "0")]
    .filter(Boolean)
    .join(separators[Number(separator)] ?? "");
}
