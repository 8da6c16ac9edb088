import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { call } from "@/api/call";
import { isPartlyDone } from "@/api/reply";
import { useUiTexts } from "@/ui/texts";
import { useQuestion } from "@/ui/use-question";
import { useBatchTexts } from "./batch-texts";
import type { BatchRow } from "./use-batch-list";

/** What is done with chosen rows, and what is said when it is done. */
const done = {
  dispatch: "dispatched",
  pause: "paused",
  close: "closed",
  finish: "finished",
  reset: "isReset",
  apply: "isApplied",
  cancelApplied: "isCancelled",
} as const;

export type BatchVerb = keyof typeof done;

interface Asked {
  verb: BatchVerb;
  rows: BatchRow[];
  /** Of one row that is in no batch: how many pieces go into the new one. */
  qty?: number;
  supplierId?: string;
}

/** The verbs of the page, each with its question where the server has one; the list is read again after each. */
export function useBatchActions(onDone: () => void) {
  const t = useBatchTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const ask = useQuestion();
  const act = useMutation({
    mutationFn: (asked: Asked) => ask((confirm) => send(asked, confirm)),
    onSuccess: (_done, { verb }) => {
      message.destroy();
      void message.success(t(done[verb]));
      onDone();
    },
    onError: (failure) => {
      if (isPartlyDone(failure)) {
        onDone();
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ["batches"] }),
  });

  async function reset(rows: BatchRow[]) {
    const agreed = await modal.confirm({
      title: t("resetTitle", { count: rows.length }),
      content: t("resetText"),
      okText: t("reset"),
      cancelText: ui("cancel"),
    });
    if (agreed) {
      act.mutate({ verb: "reset", rows });
    }
  }
  return { act, reset };
}

function send({ verb, rows, qty, supplierId }: Asked, confirm?: string) {
  const lots = rows.map(({ partId, batchId }) => ({
    partId,
    ...(batchId && { batchId }),
  }));
  const body = { lots };
  const query = { confirm };
  switch (verb) {
    case "dispatch":
      return call("POST", "bom/bomBatch/dispatch", {
        body: { ...body, ...(qty && { qty }) },
      });
    case "pause":
      return call("POST", "bom/bomBatch/pauseDispatch", { body });
    case "close":
      return call("POST", "bom/bomBatch/close", { body, query });
    case "finish":
      return call("POST", "bom/part/finishBatch", { body, query });
    case "reset":
      return call("POST", "bom/bomBatch/reset", { body });
    case "apply":
      return call("POST", "bom/bomBatch/applyOutsource", {
        body: { ...body, ...(supplierId && { supplierId }) },
      });
    case "cancelApplied":
      return call("POST", "bom/bomBatch/cancelOutsource", { body });
  }
}
