import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { useZone } from "@/session/session";
import { spanWords, useWhyTexts } from "../why/explain-texts";
import { useDraftTexts } from "./draft-texts";
import type { PlanChange } from "./preview";
import type { DraftStep } from "./use-draft";

type Subject = DraftStep["subjects"][number];

/** What a step of a draft does, in a sentence. */
export function useStepWords() {
  const t = useDraftTexts();
  const why = useWhyTexts();
  const zone = useZone();
  const time = (at: string | undefined) => (at ? formatInstant(at, zone) : "");
  const span = (minutes: number | undefined) => spanWords(minutes ?? 0, why);

  function words(change: PlanChange, { task, resource }: Subject) {
    switch (change.kind) {
      case "move":
        return !change.start
          ? t("moveHere", { task, resource })
          : resource
            ? t("moveTo", { task, resource, start: time(change.start) })
            : t("move", { task, start: time(change.start) });
      case "hours":
        return t("hours", { task, span: span(change.minutes) });
      case "outsource":
        return change.minutes
          ? t("outsource", { task, resource, span: span(change.minutes) })
          : t("outsourceOwn", { task, resource });
      case "split":
        return t("split", { task, span: span(change.minutes) });
      case "overtime":
        return t("overtime", {
          resource,
          start: time(change.from),
          end: time(change.to),
        });
      default:
        return t(change.kind ?? "move", { task });
    }
  }

  return ({ changes, subjects }: DraftStep) =>
    joined(changes.map((change, i) => words(change, subjects[i]!)));
}
