import { listed } from "@/i18n/listed";
import { partNames, type LateToday } from "@/ui/late-today";
import { figure } from "./figure";
import { useMeaningTexts } from "./one-meaning-texts";

/** What is late by the dates of today, where the figures of a plan in force say otherwise. */
export function LateByToday({ today }: { today: LateToday }) {
  const m = useMeaningTexts();
  const words = today.carriedLate > 0 ? "todayCarried" : "today";
  const { lateParts, onTimeParts } = today;
  return (
    <>
      {today.moulds.length > 0 && (
        <span data-meaning="late" title={listed(today.moulds)}>
          {m(words, {
            late: figure(today.late),
            carried: figure(today.carriedLate),
          })}
        </span>
      )}
      {lateParts.length > 0 && (
        <span data-meaning="late">
          {m("latePartsToday", { names: partNames(lateParts) })}
        </span>
      )}
      {onTimeParts.length > 0 && (
        <span>{m("onTimePartsToday", { names: partNames(onTimeParts) })}</span>
      )}
    </>
  );
}
