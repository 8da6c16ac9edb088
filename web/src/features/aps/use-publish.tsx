import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useUiTexts } from "@/ui/texts";
import { Declined, useQuestion } from "@/ui/use-question";
import { differenceQuery } from "./result";
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
    mutationFn: async ({ id, name, version }: Schedule) => {
      // The words of the difference are loaded when somebody asks for them.
      const [{ DifferenceSummary }, change] = await Promise.all([
        import("./difference"),
        client.fetchQuery(differenceQuery(id, version)),
      ]);
      const agreed = await modal.confirm({
        title: t("publishTitle", { name }),
        width: 520,
        content: (
          <>
            <p>{t("publishText")}</p>
            <DifferenceSummary change={change} />
          </>
        ),
        okText: t("publish"),
        cancelText: ui("cancel"),
      });
      if (!agreed) {
        throw new Declined();
      }
      await ask((confirm) => scheduleCall("releaseApsPlan", { id }, confirm));
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
