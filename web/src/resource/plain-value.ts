import { formatDue, formatInstant, formatNumber } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import type { Language } from "@/i18n/language";
import { wordsOf, type Field, type Names } from "./metadata";

export interface Reader {
  language: Language;
  zone: string;
  yes: string;
  no: string;
}

/** A value as people read it. */
export function plainValue(
  field: Field | undefined,
  value: unknown,
  names: Names,
  reader: Reader,
): string {
  if (value === null || value === undefined || value === "") {
    return "";
  }
  switch (field?.kind) {
    case "flag": {
      const { yes, no } = wordsOf(field);
      const { language } = reader;
      return value
        ? (yes?.[language] ?? reader.yes)
        : (no?.[language] ?? reader.no);
    }
    case "choice": {
      const option = field.options?.find((one) => one.value === value);
      return option ? option.label[reader.language] : asText(value);
    }
    case "reference":
      return names[asText(value)] ?? asText(value);
    case "references":
      return joined((value as string[]).map((id) => names[id] ?? id));
    case "instant":
      return (field.endsDay ? formatDue : formatInstant)(
        value as string,
        reader.zone,
      );
    case "integer":
    case "decimal":
    case "hours":
      return typeof value === "number" && !field.code
        ? formatNumber(value, reader.language, field.decimals ?? 6)
        : asText(value);
    case "lines":
      return (value as Record<string, unknown>[])
        .map((line) =>
          (field.fields ?? [])
            .map((inner) => plainValue(inner, line[inner.key], names, reader))
            .filter(Boolean)
            .join(" "),
        )
        .join(reader.language === "zh" ? "；" : "; ");
    default:
      return Array.isArray(value) &&
        value.every((one) => typeof one === "string")
        ? joined(value)
        : asText(value);
  }
}

function asText(value: unknown) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
