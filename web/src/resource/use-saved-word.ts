import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { currentLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { shownTitle, type Meta, type OneRow } from "./metadata";
import { useResourceTexts } from "./texts";

/** Says that a record is saved, with what is odd about it, and lets what hangs on it be read again. */
export function useSavedWord(meta: Meta) {
  const t = useResourceTexts();
  const { message } = App.useApp();
  const client = useQueryClient();
  return (saved: OneRow) => {
    message.destroy();
    const name = shownTitle(meta, saved.row, currentLanguage());
    const odd = saved.warnings && listed(saved.warnings);
    void (odd
      ? message.warning(t("savedBut", { name, odd }), 10)
      : message.success(t("saved", { name })));
    for (const kind of ["list", "choices", "uses", "log"]) {
      void client.invalidateQueries({ queryKey: [kind, meta.entity] });
    }
  };
}
