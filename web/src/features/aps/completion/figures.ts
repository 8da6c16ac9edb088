import type { Schema } from "@/api/contract";
import { hoursFigure } from "../plan/figure";
import { useCompletionTexts } from "./completion-texts";

export type Figures = Schema<"ApsCompletionFigures">;
export type Group = Schema<"ApsCompletionGroup">;
export type Day = Schema<"ApsCompletionDay">;

export const measures = ["count", "hours"] as const;
export type Measure = (typeof measures)[number];

/** What became of tasks, in the order in which bars tell it. */
export const states = ["early", "onTime", "late", "unfinished"] as const;
export const allStates = [...states, "outOfPlan"] as const;
export type State = (typeof allStates)[number];

/** A figure that can be opened; the base is all that was planned. */
export type FigureName = State | "base";

/** How an amount is written in the chosen measure. */
export function useAmount(measure: Measure) {
  const t = useCompletionTexts();
  return (amount: number) =>
    measure === "hours"
      ? t("hours", { hours: hoursFigure(amount) })
      : t("tasks", { count: amount });
}

const kinds = ["supplier", "unseen", "gone", "nobody"] as const;

/** What a part of the tasks is called. */
export function useGroupName() {
  const t = useCompletionTexts();
  return ({ kind, name }: { kind: Group["kind"]; name: string }) => {
    const own = kinds.find((one) => one === kind);
    if (own) {
      return t(`kind.${own}`);
    }
    if (kind === "team") {
      return t("team", { name });
    }
    return name || t(kind === "group" ? "noGroup" : "noSection");
  };
}

/** A day without its year, where all days are of one. */
export const shortDay = (day: string) => day.slice(5);
