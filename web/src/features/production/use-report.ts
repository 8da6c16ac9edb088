import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
import { outcomeOfFailure } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { useLanguage, type Text } from "@/i18n/language";
import { listed } from "@/i18n/listed";
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
  type Draft,
  type Status,
  type Turn,
} from "./progress-model";
import { useProgressTexts } from "./progress-texts";

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

  const report = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (status: Status) =>
      ask((confirm) =>
        sendReport(reportOf(turn, { ...draft, machineId }, status), confirm),
      ),
    // Pending until the list shows the report: the next one is based on it.
    onSuccess: async (_, status) => {
      // The batch stays chosen until it is finished; then the next one is up.
      const next = {
        ...emptyDraft,
        batchId: batch && status !== 3 ? batch.id : null,
      };
      keepDraft(turn.operationId, next);
      setDraft(next);
      message.destroy();
      void message.success(t(`sent${status}`));
      void client.invalidateQueries({ queryKey: ["mould-tree"] });
      await client.invalidateQueries({ queryKey: ["dispatch", "list"] });
      if ((status === 3 || status === 0) && !batch) {
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

  function send(status: Status) {
    if (wrong && status !== 0) {
      document.getElementById(reportFieldId(labels[wrong]))?.focus();
    } else {
      report.mutate(status);
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
    send,
    hasFailed: report.error !== null && !(report.error instanceof Declined),
    isPending: report.isPending,
    /** The status that is under way, null for none. */
    pending: report.isPending ? report.variables : null,
  };
}

export type ReportInWork = ReturnType<typeof useReport>;

const shownFields = new Set([
  "batchId",
  "machineId",
  "reportedHours",
  "remainingHours",
  "qtyDone",
]);

/** The server's words: beside their field, or together where there is none. */
function faultsOf(failure: unknown, say: (text: Text) => string) {
  const outcome = outcomeOfFailure(failure);
  const reply = failure instanceof ApiFailure ? failure.reply : null;
  const fields = outcome?.kind === "fields" ? outcome.errors : [];
  const rest = fields.filter((one) => !shownFields.has(one.field));
  return {
    of(field: string) {
      const fault = fields.find((one) => one.field === field);
      return fault && say(fault.texts);
    },
    rest:
      listed(rest.map((one) => say(one.texts))) ||
      (reply && reply.status !== 600 ? reply.message : undefined),
  };
}
