import type { Schema } from "@/api/contract";

/** When an auto-schedule recurs. */
export type Recurrence = Schema<"ApsRecurrence">;

export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const;
export const workdays = [1, 2, 3, 4, 5];
export const hoursOfDay = Array.from({ length: 24 }, (_none, hour) => hour);
export const daysOfMonth = Array.from({ length: 31 }, (_none, day) => day + 1);

const names = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const ordered = (values: readonly number[]) =>
  [...new Set(values)].sort((a, b) => a - b);

/** What must still be chosen, by the field that the server names, with the key of its words. */
export function missingOf(of: Recurrence) {
  const missing: Record<
    string,
    "needDays" | "needWeekdays" | "needMonthDays" | "needHours" | "needMinute"
  > = {};
  if (!of.every) {
    missing["recurrence.every"] = "needDays";
  }
  if (of.every === "week" && !of.weekdays?.length) {
    missing["recurrence.weekdays"] = "needWeekdays";
  }
  if (of.every === "month" && !of.monthDays?.length && !of.lastDay) {
    missing["recurrence.monthDays"] = "needMonthDays";
  }
  if (!of.hours?.length) {
    missing["recurrence.hours"] = "needHours";
  }
  if (of.minute === undefined) {
    missing["recurrence.minute"] = "needMinute";
  }
  return missing;
}

/** The Quartz expression of a choice, as the server makes it; empty while something is missing. */
export function expressionOf(of: Recurrence) {
  if (Object.keys(missingOf(of)).length > 0) {
    return "";
  }
  const hours = ordered(of.hours ?? []);
  let day = "*";
  let week = "?";
  if (of.every === "week") {
    day = "?";
    week = String(ordered(of.weekdays ?? []).map((one) => names[one % 7]));
  }
  if (of.every === "month") {
    day = of.lastDay ? "L" : String(ordered(of.monthDays ?? []));
  }
  return `0 ${of.minute} ${hours.length === 24 ? "*" : String(hours)} ${day} * ${week}`;
}

/** Days that some months do not have. */
export const rareDays = (of: Recurrence) =>
  of.every === "month" && !of.lastDay
    ? ordered(of.monthDays ?? []).filter((day) => day > 28)
    : [];

/** A choice without what its kind of days does not use, so that two that say the same are the same. */
export function tidied(of: Recurrence): Recurrence {
  const { every, weekdays, monthDays, lastDay, hours, minute } = of;
  return {
    ...(every && { every }),
    ...(every === "week" && { weekdays: ordered(weekdays ?? []) }),
    ...(every === "month" &&
      !lastDay && { monthDays: ordered(monthDays ?? []) }),
    ...(every === "month" && lastDay && { lastDay }),
    hours: ordered(hours ?? []),
    ...(minute !== undefined && { minute }),
  };
}

/** A time of the day: 06:30. */
export const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
