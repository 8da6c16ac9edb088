import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { ApiFailure } from "@/api/reply";
import { useUiTexts } from "@/ui/texts";
import { Declined, useQuestion } from "@/ui/use-question";
import { numbered } from "./plan-version";
import { scheduleCall, type Schedule } from "./schedule";
import { useApsTexts } from "./texts";

interface Publication {
  schedule: Schedule;
  planNumber: number;
}

/** Publishes a plan of a schedule, 0 for its newest, after a question that says what changes against the plan in force. */
export function usePublish() {
  const t = useApsTexts();
  const ui = useUiTexts();
  const ask = useQuestion();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  return useMutation({
    mutationFn: async ({ schedule, planNumber }: Publication) => {
      const { id, name, version } = schedule;
      // What the question shows is loaded when somebody asks for it.
      const { agreesToPublish } = await import("./publish-question");
      const words = {
        title: t("publishTitle", {
          name,
          number: planNumber || schedule.planNumber,
        }),
        okText: t("publish"),
        cancelText: ui("cancel"),
      };
      let faster = "";
      for (;;) {
        const inForce = await agreesToPublish(
          { id, version, planNumber },
          client,
          modal,
          words,
          faster,
        );
        if (inForce === null) {
          throw new Declined();
        }
        try {
          await ask((confirm) =>
            scheduleCall(
              "releaseApsPlan",
              // Of what the question is about: another plan is not published unseen, nor over another one in force.
              { id, version, ...numbered({ planNumber }), inForce },
              confirm,
            ),
          );
          return;
        } catch (failure) {
          if (!isOtherInForce(failure)) {
            throw failure;
          }
          faster = failure.reply.message;
          void client.invalidateQueries({ queryKey: ["schedules"] });
        }
      }
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

/** Somebody has published another plan since: what the person was shown is not what would happen. */
const isOtherInForce = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.reply.code === 20009 &&
  typeof (failure.reply.data as { current?: { inForce?: unknown } } | null)
    ?.current?.inForce === "string";
