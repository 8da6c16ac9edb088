import type { Field, Names } from "./metadata";

export interface FieldInputProps {
  id: string;
  field: Field;
  value: unknown;
  names: Names;
  disabled: boolean;
  /** What the server says of this field, by path below it ("" is the field). */
  faults: Record<string, string>;
  onChange: (value: unknown) => void;
  /** For lines, where the heading of the column is the visible label. */
  label?: string;
}

export type SharedProps = {
  id: string;
  disabled: boolean;
  status?: "error";
};
