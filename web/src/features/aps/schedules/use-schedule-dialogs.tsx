import type { UseMutationResult } from "@tanstack/react-query";
import { App, Button } from "antd";
import { call } from "@/api/call";
import { versionsOf } from "@/resource/resource-queries";
import { useUiTexts } from "@/ui/texts";
import type { Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";

/** What is done about schedules, with the answer to the question that it was refused with. */
export type ScheduleVerb = (confirm?: string) => Promise<unknown>;

type Act = UseMutationResult<unknown, Error, ScheduleVerb>;

/** What is asked before a schedule is cancelled or deleted. */
export function useScheduleDialogs(act: Act) {
  const t = useApsTexts();
  const ui = useUiTexts();
  const { modal } = App.useApp();

  function cancel(row: Schedule) {
    const stop = (keepBest: boolean) =>
      act.mutate((confirm) =>
        call("POST", "aps/exe/job/cancelScheduling", {
          body: { id: row.id, keepBest },
          query: { confirm },
        }),
      );
    const dialog = modal.confirm({
      title: t("cancelTitle"),
      content: row.name,
      footer: () => (
        <div className="aps-choices">
          <Button onClick={() => dialog.destroy()}>{ui("cancel")}</Button>
          <Button
            danger
            onClick={() => {
              stop(false);
              dialog.destroy();
            }}
          >
            {t("discard")}
          </Button>
          <Button
            type="primary"
            onClick={() => {
              stop(true);
              dialog.destroy();
            }}
          >
            {t("keepBest")}
          </Button>
        </div>
      ),
    });
  }

  async function remove(picked: Schedule[], onRemoved: () => void) {
    const agreed = await modal.confirm({
      title: t("deleteTitle", { count: picked.length }),
      content: (
        <>
          <ul className="question-items">
            {picked.map((row) => (
              <li key={row.id}>{row.name}</li>
            ))}
          </ul>
          <p>{t("deleteText")}</p>
        </>
      ),
      okText: t("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      act.mutate(
        (confirm) =>
          call("POST", "aps/exe/job/deleteSchedule", {
            body: {
              ids: picked.map(({ id }) => id),
              versions: versionsOf(picked),
            },
            query: { confirm },
          }),
        { onSuccess: onRemoved },
      );
    }
  }

  return { cancel, remove };
}
