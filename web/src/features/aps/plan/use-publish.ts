import { call } from "@/api/call";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { ApiFailure } from "@/api/reply";
import { useUiTexts } from "@/ui/texts";
import { Declined, useQuestion } from "@/ui/use-question";
import { numbered } from "./plan-version";
import { scheduleQuery, type Schedule } from "./schedule";
import { useApsTexts } from "./texts";

interface Publication {
  schedule: Schedule;
  planNumber: number;
  /** It was in force before. */
  restores?: boolean;
}

/** Publishes a plan of a schedule, 0 for its newest, after a question that says what changes against the plan in force. */
export function usePublish() {
  const t = useApsTexts();
  const ui = useUiTexts();
  const ask = useQuestion();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  return useMutation({
    mutationFn: async ({ schedule, planNumber, restores }: Publication) => {
      // What the question shows is loaded when somebody asks for it.
      const { agreesToPublish } = await import("./publish-question");
      let faster = "";
      for (let now = schedule; ; ) {
        const { id, name, version } = now;
        const number = planNumber || now.planNumber;
        const words = {
          title: t(restores ? "restoreTitle" : "publishTitle", {
            name,
            number,
          }),
          okText: t(restores ? "restore" : "publish"),
          cancelText: ui("cancel"),
        };
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
            call("POST", "aps/exe/job/releaseApsPlan", {
              // Of what the question is about: another plan is not published unseen, nor over another one in force.
              body: { id, version, ...numbered({ planNumber }), inForce },
              query: { confirm },
            }),
          );
          return;
        } catch (failure) {
          if (!isStale(failure)) {
            throw failure;
          }
          faster = isOtherInForce(failure)
            ? failure.reply.message
            : t("publishChanged");
          // A version of the same schedule may have been the faster one.
          const { rows } = await client.fetchQuery({
            ...scheduleQuery(id),
            staleTime: 0,
          });
          now = rows[0] ?? now;
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

/** The schedule is not as the person was shown it: planned anew, changed, or another plan is in force. */
const isStale = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.reply.code === 20009;

/** Somebody has published another plan since: what the person was shown is not what would happen. */
const isOtherInForce = (failure: ApiFailure) =>
  typeof (failure.reply.data as { current?: { inForce?: unknown } } | null)
    ?.current?.inForce === "string";
