import { Input } from "antd";
import type { SharedProps } from "./field-input-props";

/** A colour as forms keep it. */
const colour = /^#[0-9a-f]{6}$/i;

/** A colour beside its text; a text that is none stands alone. */
export function Swatch({ colour: of }: { colour: unknown }) {
  const text = typeof of === "string" ? of : "";
  return (
    <>
      {colour.test(text) && (
        <svg className="swatch" viewBox="0 0 14 14" aria-hidden="true">
          <rect width="14" height="14" rx="3" fill={text} />
        </svg>
      )}
      {text}
    </>
  );
}

interface ColourInputProps extends SharedProps {
  /** What the colour is of. */
  well: string;
  value: string;
  onChange: (value: string) => void;
}

/** A colour, picked or typed. */
export function ColourInput({
  well,
  value,
  onChange,
  ...shared
}: ColourInputProps) {
  return (
    <span className="colour-input">
      <input
        type="color"
        aria-label={well}
        disabled={shared.disabled}
        value={colour.test(value) ? value.toLowerCase() : "#ffffff"}
        onChange={({ target }) => onChange(target.value.toUpperCase())}
      />
      <Input
        {...shared}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
