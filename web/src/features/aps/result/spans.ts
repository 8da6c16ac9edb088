import { figure, hoursFigure } from "../plan/figure";
import { useResultTexts } from "./result-texts";

/** Spans of time with their unit, one way for tiles and sentences: from a day on those of an order are days. */
export function useSpans() {
  const t = useResultTexts();
  const hours = (value: number | null) =>
    value === null ? "–" : t("hours", { value: hoursFigure(value) });
  const days = (value: number | null) =>
    value === null || value < 24
      ? hours(value)
      : t("days", { value: figure(value / 24, 1) });
  return { hours, days };
}
