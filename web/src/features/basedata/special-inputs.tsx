import { lazy } from "react";
import type { SpecialInputs } from "@/resource/special-inputs";

const ShiftPeriods = lazy(async () => ({
  default: (await import("./shift-periods")).ShiftPeriods,
}));
const CalendarHolidays = lazy(async () => ({
  default: (await import("./calendar-holidays")).CalendarHolidays,
}));

/** Fields of master data that a plain input would not do justice, by entity. */
export const specialInputs: Record<string, SpecialInputs> = {
  shift: { periods: (props) => <ShiftPeriods {...props} /> },
  calendar: { holidays: (props) => <CalendarHolidays {...props} /> },
};
