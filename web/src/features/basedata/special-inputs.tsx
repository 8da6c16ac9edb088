import { lazy, type ComponentType } from "react";
import type { FieldInputProps } from "@/resource/field-input-props";
import type { SpecialInputs } from "@/resource/special-inputs";

/** An input that is loaded with the first form that shows it. */
function own(load: () => Promise<ComponentType<FieldInputProps>>) {
  const Input = lazy(async () => ({ default: await load() }));
  return function OwnInput(props: FieldInputProps) {
    return <Input {...props} />;
  };
}

/** Fields of master data that a plain input would not do justice, by entity. */
export const specialInputs: Record<string, SpecialInputs> = {
  shift: {
    periods: own(async () => (await import("./shift-periods")).ShiftPeriods),
  },
  formula: {
    variables: own(async () => (await import("./formula-trial")).FormulaTrial),
  },
  "part-number-rule": {
    beginsAt: own(
      async () => (await import("./part-number-example")).PartNumberExample,
    ),
  },
  "warehouse-shelf": {
    positions: own(async () => (await import("./shelf-grid")).ShelfGrid),
  },
  "tolerance-option": {
    class: own(async () => (await import("./tolerance-table")).ToleranceTable),
  },
  currency: {
    rate: own(async () => (await import("./rate-history")).RateHistory),
  },
  wording: {
    word: own(async () => (await import("./word-picker")).WordPicker),
  },
  calendar: {
    holidays: own(
      async () => (await import("./calendar-holidays")).CalendarHolidays,
    ),
  },
};
