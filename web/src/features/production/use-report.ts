import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useRef, useState } from "react";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { Declined, useQuestion } from "@/ui/use-question";
import {
  batchFor,
  emptyDraft,
  faultsIn,
  keepDraft,
  keptDraft,
  machineFor,
  reportOf,
  sendReport,
  titleOf,
  type Draft,
  type Status,
  type Turn,
} from "./progress-model";
import { owner, type Kept } from "./kept-place";
import {
  keep,
  newKey,
  reportsIn,
  sendable,
  sendOrKeep,
  useKept,
} from "./report-queue";
import { useProgressTexts } from "./progress-texts";
import { addedBy } from "./report-on-top";
import { faultsOf } from "./report-faults";

interface Press {
  status: Status;
  /** Why it is paused. */
  pauseReason?: number;
}

const typedFields = ["worked", "remaining", "qtyDone"] as const;
type Typed = (typeof typedFields)[number];

/** Where a field of the panel stands on the page. */
export const reportFieldId = (label: string) => `report-${label}`;

/** A report while it is written: what is typed, what is wrong with it, and the way to send it. */
export function useReport(turn: Turn, here: string, onDone: () => void) {
  const t = useProgressTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const ask = useQuestion();
  const [draft, setDraft] = useState<Draft>(() => keptDraft(turn.operationId));
  const batch = batchFor(turn, draft);
  const subject = batch ?? turn;
  const machineId = draft.machineId || machineFor(turn, here, batch);

  const isBehind = reportsIn(sendable(useKept())).some(
    ({ operationId, batchId }) =>
      operationId === turn.operationId && batchId === (batch?.id || undefined),
  );

  /** The batch stays chosen until it is finished; then the next one is up. */
  const after = (status: Status): Draft => ({
    ...emptyDraft,
    batchId: batch && status !== 3 ? batch.id : null,
  });

  function readAgain() {
    void client.invalidateQueries({ queryKey: ["mould-tree"] });
    return client.invalidateQueries({ queryKey: ["dispatch", "list"] });
  }
  const report = useMutation({
    meta: { quiet: true, showsFields: true },
    async mutationFn({ status, pauseReason }: Press) {
      const at = new Date().toISOString();
      const body = {
        ...reportOf(turn, { ...draft, machineId }, status),
        ...(pauseReason && { pauseReason }),
        key: newKey(),
      };
      const one: Kept = {
        ...{ kind: "report", key: body.key, owner: owner(), at },
        ...{ title: titleOf(turn), body: { ...body, at } },
        added: addedBy(body, subject),
      };
      // The panel begins anew with a report that waits.
      const clear = () => keepDraft(turn.operationId, after(status));
      if (isBehind) {
        clear();
        keep(one);
        return "kept" as const; // behind those that it rests on
      }
      return sendOrKeep(
        one,
        (once) => ask((confirm) => once(() => sendReport(body, confirm))),
        { onKept: clear, onLate: readAgain },
      );
    },
    // Pending until the list shows the report: the next one is based on it.
    onSuccess: async (how, { status }) => {
      keepDraft(turn.operationId, after(status));
      setDraft(after(status));
      message.destroy();
      if (how === "kept") {
        void message.info(t("willBeSent"));
        return;
      }
      void message.success(t(`sent${status}`));
      await readAgain();
      if (status === 3 && !batch) {
        onDone();
      }
    },
    onError: (failure) => {
      // Somebody else reported: show how it stands now, in a panel anew.
      if (failure instanceof ApiFailure && failure.reply.status === 409) {
        message.destroy();
        void message.warning(failure.reply.message);
        void client.invalidateQueries({ queryKey: ["dispatch", "list"] });
      }
    },
  });

  function type(change: Partial<Draft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(turn.operationId, next);
  }
  const { say } = useLanguage();
  const faults = faultsOf(report.error, say);
  const typed = faultsIn(draft);
  const wrong = typedFields.find((field) => typed[field]);
  const labels = {
    worked: t("worked"),
    remaining: t("remaining"),
    qtyDone: t("qtyDoneOf", { qty: subject.qty }),
  };

  /** Whether what is typed can be sent; if not, the field that cannot takes the focus. */
  function isReady() {
    if (wrong) {
      document.getElementById(reportFieldId(labels[wrong]))?.focus();
    }
    return !wrong;
  }

  const isUnderWay = useRef(false); // known before the next press, which a state is not
  function send(status: Status, pauseReason?: number) {
    if (!isUnderWay.current && isReady()) {
      isUnderWay.current = true;
      report.mutate(
        { status, ...(pauseReason && { pauseReason }) },
        { onSettled: () => (isUnderWay.current = false) },
      );
    }
  }

  return {
    draft,
    type,
    batch,
    /** What is reported on: the batch that is chosen, or all of it. */
    subject,
    machineId,
    labels,
    faultAt: (field: Typed, sent: string) =>
      typed[field] ? t(typed[field]) : faults.of(sent),
    faults,
    isReady,
    send,
    hasFailed: report.error !== null && !(report.error instanceof Declined),
    isPending: report.isPending,
    /** The status that is under way, null for none. */
    pending: report.isPending ? report.variables.status : null,
  };
}

export type ReportInWork = ReturnType<typeof useReport>;
