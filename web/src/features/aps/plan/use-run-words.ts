import { useCallback } from "react";
import { useLanguage } from "@/i18n/language";
import type { RunView } from "./schedule";
import { useApsTexts } from "./texts";

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: "st",
  two: "nd",
  few: "rd",
};

/** Says how a run goes: how far it is, or where it waits. */
export function useRunWords() {
  const t = useApsTexts();
  const { language } = useLanguage();
  return useCallback(
    (run: RunView) => {
      const { queued, percent, late, seconds, place, ownBefore } = run;
      if (!queued) {
        return `${t("scheduling", { percent })} ${t("progress", { late, seconds })}`;
      }
      if (!place) {
        return t("waiting");
      }
      if (place === 1) {
        return t("waitingNext");
      }
      const nth =
        language === "zh"
          ? String(place)
          : `${place}${endings[ordinals.select(place)] ?? "th"}`;
      return ownBefore > 0
        ? t("waitingBehind", { nth, own: ownBefore })
        : t("waitingAt", { nth });
    },
    [t, language],
  );
}
