import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { changes } from "./merge-versions";
import {
  belongs,
  initialValues,
  type Field,
  type Meta,
  type Names,
  type Row,
  type Values,
} from "./metadata";
import { plainValue } from "./plain-value";
import { useResourceTexts } from "./texts";
import { useReader } from "./use-reader";

interface DroppedValuesProps {
  meta: Meta;
  /** What is stored; null: a new record. */
  row: Row | null;
  values: Values;
  names: Names;
  /** The choice that the values hang on. */
  choice: Field;
}

/** What a save takes away because another value of a choice was chosen: it is hidden by then, and stays until the save. */
export function DroppedValues(props: DroppedValuesProps) {
  const { meta, row, values, names, choice } = props;
  const t = useResourceTexts();
  const { say } = useLanguage();
  const reader = useReader();
  const told = meta.fields.filter(
    (field) =>
      field.when?.key === choice.key &&
      !belongs(field, values) &&
      isTold(field, row, values),
  );
  if (told.length === 0) {
    return null;
  }
  const kinds = new Set(told.map(({ when }) => when!.value));
  return (
    <p role="status" className="field-fault">
      {t("dropped", {
        values: joined(
          told.map(
            (field) =>
              `${say(field.label)} ${plainValue(field, values[field.key], names, reader)}`,
          ),
        ),
        kinds: joined(
          [...kinds].map((kind) => plainValue(choice, kind, names, reader)),
        ),
      })}
    </p>
  );
}

/** Whether somebody has said something here: stored while the field belonged to the record, or typed. */
function isTold(field: Field, row: Row | null, values: Values) {
  const { key } = field;
  const initial = initialValues([field]);
  const nothing = { [key]: field.kind === "decimal" ? 0 : null };
  const differs = (from: Values) =>
    Object.keys(changes([key], from, values)).length > 0;
  return (
    differs(initial) &&
    differs(nothing) &&
    (row === null || belongs(field, row) || differs(row))
  );
}
