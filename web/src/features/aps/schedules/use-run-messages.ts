import { App } from "antd";
import { useEffect, useRef } from "react";
import { paired } from "../plan/punctuation";
import type { Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";

/** Says how a run ended, once, when it has been seen running. */
export function useRunMessages(rows: Schedule[]) {
  const t = useApsTexts();
  const { message } = App.useApp();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const row of rows) {
      if (row.status === 1) {
        running.current.add(row.id);
      } else if (running.current.delete(row.id)) {
        message.destroy();
        if (row.runStatus === 3) {
          void message.error(
            row.message ? paired(t("runFailed"), row.message) : t("runFailed"),
          );
        } else if (row.runStatus === 2) {
          void message.success(t("runSuccess"));
        }
      }
    }
  }, [rows, message, t]);
}
