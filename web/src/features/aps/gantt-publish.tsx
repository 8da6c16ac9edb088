import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Tooltip } from "antd";
import { can } from "@/session/session";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import { useGanttTexts } from "./gantt-texts";
import { mayNow, scheduleCall, type Schedule } from "./schedule";

/** Publishes the plan on show, after asking. */
export function GanttPublish({ schedule }: { schedule: Schedule }) {
  const t = useGanttTexts();
  const ui = useUiTexts();
  const ask = useQuestion();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const publish = useMutation({
    mutationFn: () =>
      ask((confirm) =>
        scheduleCall("releaseApsPlan", { id: schedule.id }, confirm),
      ),
    onSuccess: () => {
      message.destroy();
      void message.success(t("published"));
    },
    // Not awaited: the button waits for the answer, not for the list.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["schedules"] });
    },
  });
  if (!can("aps.schedule.release")) {
    return null;
  }
  const isAllowed = mayNow("publish", schedule);

  async function start() {
    const agreed = await modal.confirm({
      title: t("publishTitle", { name: schedule.name }),
      content: t("publishText"),
      okText: t("publish"),
      cancelText: ui("cancel"),
    });
    if (agreed) {
      publish.mutate();
    }
  }

  return (
    <Tooltip title={isAllowed ? "" : t("publishNot")}>
      <Button
        type="primary"
        disabled={!isAllowed || publish.isPending}
        onClick={() => void start()}
      >
        {t("publish")}
      </Button>
    </Tooltip>
  );
}
