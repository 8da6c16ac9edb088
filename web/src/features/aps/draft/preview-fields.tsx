import { useState } from "react";
import { instantOf } from "@/i18n/format";
import { skippedTime } from "@/i18n/skipped-time";
import { SkippedTime } from "@/resource/skipped-time";

export interface Named {
  id: string;
  name: string;
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** What was typed stays; until then a field shows what the plan says, also the next one. */
export function useTyped<T>(planned: T) {
  const [typed, setTyped] = useState<{ value: T } | null>(null);
  return [
    typed ? typed.value : planned,
    (value: T) => setTyped({ value }),
  ] as const;
}

/** One of several resources or suppliers. */
export function ChoiceField(props: FieldProps & { options: Named[] }) {
  const { label, value, options, onChange } = props;
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A moment in the factory's zone, as the browser writes it: 2026-03-20T08:00. */
export function MomentField(
  props: FieldProps & {
    zone: string;
    min?: string;
    max?: string | undefined;
  },
) {
  const { label, value, zone, min, max, onChange } = props;
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        required
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <SkippedTime wall={value} zone={zone} />
    </label>
  );
}

/** The instant of such a moment; null while there is none, or the clock leaves it out. */
export const momentOf = (local: string, zone: string) =>
  skippedTime(local, zone) ? null : instantOf(local, zone);
