import type { FieldInputProps } from "./field-input-props";
import { LinesInput } from "./lines-input";
import { ValueInput } from "./value-input";

/** The control of a field: rows for lines, one control for everything else. */
export function FieldInput(props: FieldInputProps) {
  return props.field.kind === "lines" ? (
    <LinesInput {...props} />
  ) : (
    <ValueInput {...props} />
  );
}
