import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useUiTexts } from "@/ui/texts";
import { Declined, useQuestion } from "@/ui/use-question";
import { scheduleCall, type Schedule } from "./schedule";
import { useApsTexts } from "./texts";

/** Publishes a schedule after a question that says what changes against the plan in force. */
export function usePublish() {
  const t = useApsTexts();
  const ui = useUiTexts();
  const ask = useQuestion();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  return useMutation({
    mutationFn: async (schedule: Schedule) => {
      // What the question shows is loaded when somebody asks for it.
      const { agreesToPublish } = await import("./publish-question");
      const agreed = await agreesToPublish(schedule, client, modal, {
        title: t("publishTitle", { name: schedule.name }),
        okText: t("publish"),
        cancelText: ui("cancel"),
      });
      if (!agreed) {
        throw new Declined();
      }
      await ask((confirm) =>
        scheduleCall(
          "releaseApsPlan",
          // Of what the question is about: another plan is not published unseen.
          { id: schedule.id, version: schedule.version },
          confirm,
        ),
      );
    },
    onSuccess: () => {
      message.destroy();
      void message.success(t("published"));
    },
    // Not awaited: the button waits for the answer, not for the list.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["schedules"] });
    },
  });
}
