import { outcomeOfFailure, type FieldError } from "@/api/errors";
import type { Language, Text } from "@/i18n/language";
import { bothLabelled } from "@/i18n/punctuation";
import {
  fieldOf,
  initialValues,
  type Field,
  type Meta,
  type Values,
} from "@/resource/metadata";
import { saveRow } from "@/resource/resource-queries";
import type { useQuestion } from "@/ui/use-question";

/** What the server says of one value of one line. */
export interface Fault {
  line: number;
  key: string;
  texts: Text;
}

/**
 * The fields of a line: those without which there is no record, and those that
 * are asked for as well. A new line refers to what the line above refers to.
 */
export function columnsOf(
  meta: Meta,
  also: string[],
  above: Values | undefined,
): Field[] {
  return meta.fields
    .filter(
      (field) =>
        !field.readOnly &&
        ((field.required &&
          field.kind !== "flag" &&
          (field.initial ?? null) === null) ||
          also.includes(field.key)),
    )
    .map((field) =>
      field.kind === "reference" && above?.[field.key]
        ? { ...field, initial: above[field.key] }
        : field,
    );
}

/** Whether somebody has typed into a line what it did not begin with. */
export const isTyped = (line: Values, columns: Field[]) =>
  columns.some(
    ({ key, kind }) =>
      kind !== "reference" &&
      kind !== "choice" &&
      kind !== "flag" &&
      (line[key] ?? "") !== "",
  );

/**
 * Saves the lines one after the other, but for those that nobody has typed into.
 * What is refused stays, with the words at its place; a failure that is about no
 * value ends the saving, and what was not reached stays as well. Whoever leaves
 * meanwhile ends it behind the line that is on its way.
 */
export async function saveLines(
  meta: Meta,
  lines: Values[],
  columns: Field[],
  ask: ReturnType<typeof useQuestion>,
  isLeft: () => boolean = () => false,
) {
  const left: Values[] = [];
  const faults: Fault[] = [];
  let saved = 0;
  let failure: Error | undefined;
  for (const line of lines) {
    if (failure || isLeft()) {
      left.push(line);
      continue;
    }
    if (!isTyped(line, columns)) {
      continue;
    }
    try {
      await ask((confirm) =>
        saveRow(
          meta,
          null,
          { ...initialValues(meta.fields), ...line },
          confirm,
        ),
      );
      saved += 1;
    } catch (cause) {
      const outcome = outcomeOfFailure(cause);
      if (outcome?.kind === "fields") {
        faults.push(...placed(meta, columns, outcome.errors, left.length));
      } else {
        failure = cause as Error;
      }
      left.push(line);
    }
  }
  return { left, faults, saved, failure };
}

/** The words about values without a column stand in the first one, behind the names of their fields. */
function placed(
  meta: Meta,
  columns: Field[],
  errors: FieldError[],
  line: number,
): Fault[] {
  return errors.map(({ field, texts }) => {
    const key = field.split(".")[0]!;
    if (columns.some((column) => column.key === key)) {
      return { line, key, texts };
    }
    const label = fieldOf(meta, key)?.label;
    return {
      ...{ line, key: columns[0]!.key },
      texts: label ? bothLabelled(label, texts) : texts,
    };
  });
}

/** By the path of each value below the lines; several words about one stand behind each other. */
export function faultsOf(faults: Fault[], language: Language) {
  const words: Record<string, string> = {};
  const between = language === "zh" ? "；" : "; ";
  for (const { line, key, texts } of faults) {
    const path = `${line}.${key}`;
    const before = words[path];
    words[path] = before
      ? `${before}${between}${texts[language]}`
      : texts[language];
  }
  return words;
}
