import { useMemo } from "react";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { useUiTexts } from "@/ui/texts";
import type { Reader } from "./plain-value";

/** In which language and zone values are shown. */
export function useReader(): Reader {
  const t = useUiTexts();
  const { language } = useLanguage();
  const zone = useZone();
  return useMemo(
    () => ({ language, zone, yes: t("yes"), no: t("no") }),
    [language, zone, t],
  );
}
