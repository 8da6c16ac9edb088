import { useMemo } from "react";
import type { FieldInputProps } from "@/resource/field-input-props";
import { LinesInput } from "@/resource/lines-input";
import { DayRuler } from "./day-ruler";
import { stretches, withDuration, type PeriodLine } from "./shift-day";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** The periods of a shift, drawn as the day that they make while they are typed. */
export function ShiftPeriods(props: FieldInputProps) {
  const t = useBasedataTexts();
  const { value, field } = props;
  const lines = useMemo(
    () => ((value as PeriodLine[] | null) ?? []).map(withDuration),
    [value],
  );
  const day = useMemo(() => stretches(lines), [lines]);
  // What the server reckons stands below the ruler, not in columns.
  const typed = useMemo(
    () => ({
      ...field,
      fields: (field.fields ?? []).filter((inner) => !inner.readOnly),
    }),
    [field],
  );

  return (
    <>
      <DayRuler stretches={day} />
      {lines.length > 1 && (
        <ol className="period-lengths numbers soft">
          {lines.map((line, at) => (
            <li key={at}>
              {line.start ?? "…"}–{line.end ?? "…"}
              {line.durationHours !== undefined &&
                ` · ${t("duration", {
                  hours: line.durationHours,
                  minutes: line.durationMinutes ?? 0,
                })}`}
            </li>
          ))}
        </ol>
      )}
      <LinesInput {...props} field={typed} value={lines} />
    </>
  );
}
