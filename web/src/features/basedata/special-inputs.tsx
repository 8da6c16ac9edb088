import { lazy } from "react";
import type { SpecialInputs } from "@/resource/special-inputs";

const ShiftPeriods = lazy(async () => ({
  default: (await import("./shift-periods")).ShiftPeriods,
}));
const CalendarHolidays = lazy(async () => ({
  default: (await import("./calendar-holidays")).CalendarHolidays,
}));
const FormulaTrial = lazy(async () => ({
  default: (await import("./formula-trial")).FormulaTrial,
}));
const PartNumberExample = lazy(async () => ({
  default: (await import("./part-number-example")).PartNumberExample,
}));
const WordPicker = lazy(async () => ({
  default: (await import("./word-picker")).WordPicker,
}));
const ShelfGrid = lazy(async () => ({
  default: (await import("./shelf-grid")).ShelfGrid,
}));
const RateHistory = lazy(async () => ({
  default: (await import("./rate-history")).RateHistory,
}));

/** Fields of master data that a plain input would not do justice, by entity. */
export const specialInputs: Record<string, SpecialInputs> = {
  shift: { periods: (props) => <ShiftPeriods {...props} /> },
  formula: { variables: (props) => <FormulaTrial {...props} /> },
  "part-number-rule": {
    beginsAt: (props) => <PartNumberExample {...props} />,
  },
  "warehouse-shelf": { positions: (props) => <ShelfGrid {...props} /> },
  currency: { rate: (props) => <RateHistory {...props} /> },
  wording: { word: (props) => <WordPicker {...props} /> },
  calendar: { holidays: (props) => <CalendarHolidays {...props} /> },
};
