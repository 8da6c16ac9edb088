import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Select } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import type { FieldError } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useCan, useZone } from "@/session/session";
import { SidePanel } from "@/ui/side-panel";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { ElectrodeSteps } from "./figures";
import {
  batchFor,
  emptyDraft,
  faultsIn,
  keepDraft,
  keptDraft,
  machineFor,
  reportOf,
  sendReport,
  type BatchTurn,
  type Draft,
  type Place,
  type Status,
  type Turn,
} from "./progress-model";
import { meaningOf, titleOf } from "./progress-table";
import { useProgressTexts } from "./progress-texts";

interface ReportPanelProps {
  turn: Turn;
  /** The machine that the list belongs to, "" for none. */
  here: string;
  machines: Place[];
  onClose: () => void;
}

/** Start, pause, finish, and say how long it took: nothing typed is ever lost. */
export function ReportPanel(props: ReportPanelProps) {
  const { turn, here, machines, onClose } = props;
  const t = useProgressTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const { language } = useLanguage();
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const mayReport = useCan("mf.progress.modify");
  const [draft, setDraft] = useState<Draft>(() => keptDraft(turn.operationId));
  const batch = batchFor(turn, draft);
  const subject = batch ?? turn;
  const nameOf = (one: BatchTurn) =>
    one.id ? `${one.batchNo} ×${one.qty}` : `${t("noBatch")} ×${one.qty}`;
  const machineId = draft.machineId || machineFor(turn, here, batch);

  const report = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (status: Status) =>
      sendReport(reportOf(turn, { ...draft, machineId }, status)),
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
        onClose();
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
  const faults = faultsOf(report.error);
  const typed = faultsIn(draft);
  const wrong = (["worked", "remaining", "qtyDone"] as const).find(
    (field) => typed[field],
  );
  const labels = {
    worked: t("worked"),
    remaining: t("remaining"),
    qtyDone: t("qtyDoneOf", { qty: subject.qty }),
  };
  const faultAt = (field: keyof typeof typed, sent: string) =>
    typed[field] ? t(typed[field]) : faults.of(sent);
  const send = (status: Status) => {
    if (wrong && status !== 0) {
      document.getElementById(`report-${labels[wrong]}`)?.focus();
    } else {
      report.mutate(status);
    }
  };
  const pending = report.isPending ? report.variables : null;

  return (
    <SidePanel
      title={titleOf(turn)}
      closeLabel={ui("close")}
      onClose={onClose}
      footer={
        mayReport && (
          <div className="floor-actions">
            {subject.status !== 1 && subject.status !== 3 && (
              <Button
                type="primary"
                disabled={report.isPending}
                loading={pending === 1}
                onClick={() => send(1)}
              >
                ▶ {t(subject.status === 2 ? "resume" : "start")}
              </Button>
            )}
            {subject.status === 1 && (
              <Button
                disabled={report.isPending}
                loading={pending === 2}
                onClick={() => send(2)}
              >
                ❚❚ {t("pause")}
              </Button>
            )}
            {subject.status !== 3 && (
              <Button
                {...(subject.status === 1 && { type: "primary" as const })}
                disabled={subject.status === 0 || report.isPending}
                loading={pending === 3}
                onClick={() => send(3)}
              >
                ✓ {t("finish")}
              </Button>
            )}
            {subject.status === 3 && (
              <Button
                danger
                loading={pending === 0}
                onClick={() =>
                  void modal.confirm({
                    title: t(batch ? "undoAskBatch" : "undoAsk"),
                    content: batch
                      ? `${titleOf(turn)} · ${nameOf(batch)}`
                      : titleOf(turn),
                    okText: t("undo"),
                    cancelText: ui("cancel"),
                    onOk: () => send(0),
                  })
                }
              >
                {t("undo")}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="floor-report">
        {batch && (
          <ReportField label={t("batch")} fault={faults.of("batchId")}>
            {(id) => (
              <Select
                id={id}
                size="large"
                disabled={report.isPending}
                value={batch.id}
                onChange={(value: string) =>
                  type({ batchId: value, machineId: "" })
                }
                options={turn.batches.map((one) => ({
                  value: one.id,
                  label: `${nameOf(one)} · ${t(`status${one.status}`)}`,
                }))}
              />
            )}
          </ReportField>
        )}
        <p className="floor-state">
          <StatusMark meaning={meaningOf({ ...turn, status: subject.status })}>
            {t(`status${subject.status}`)}
          </StatusMark>
          <span className="soft">
            {turn.mouldName} · {turn.partName}
          </span>
        </p>
        <dl className="numbers">
          <dt>{t("planned")}</dt>
          <dd className={turn.late ? "floor-late" : ""}>
            {turn.plannedStart
              ? `${formatInstant(turn.plannedStart, zone)} – ${formatInstant(turn.plannedEnd, zone)}`
              : t("notPlanned")}
          </dd>
          {subject.realStart && (
            <>
              <dt>{t("real")}</dt>
              <dd>
                {formatInstant(subject.realStart, zone)} –{" "}
                {formatInstant(subject.realEnd, zone)}
              </dd>
            </>
          )}
          <dt>{t("hours")}</dt>
          <dd>
            {t("hoursDone", {
              done: formatNumber(subject.reportedHours, language),
              hours: formatNumber(subject.hours, language),
            })}
            {subject.remainingHours !== null &&
              ` · ${t("hoursLeft", { hours: formatNumber(subject.remainingHours, language) })}`}
          </dd>
        </dl>
        {turn.waits.length > 0 && subject.status === 0 && (
          <p className="floor-waits">
            {t("waitsFor", { what: turn.waits.join("; ") })}
          </p>
        )}
        {turn.electrodes && turn.electrodes.total > 0 && (
          <ElectrodeSteps readiness={turn.electrodes} wide />
        )}

        <div role="alert">
          {report.error && (
            <p className="floor-fault">
              {faults.rest ?? t("notSent")} {t("kept")}
            </p>
          )}
        </div>
        {mayReport && subject.status !== 3 && (
          <fieldset disabled={report.isPending}>
            {turn.machineIds.length > 0 && (
              <ReportField label={t("machine")} fault={faults.of("machineId")}>
                {(id) => (
                  <Select
                    id={id}
                    size="large"
                    placeholder={t("chooseMachine")}
                    value={machineId || null}
                    onChange={(value: string) => type({ machineId: value })}
                    options={turn.machineIds.map((one) => ({
                      value: one,
                      label:
                        machines.find((machine) => machine.id === one)?.name ??
                        one,
                    }))}
                  />
                )}
              </ReportField>
            )}
            <ReportField
              label={labels.worked}
              fault={faultAt("worked", "reportedHours")}
            >
              {(id) => (
                <>
                  <Input
                    id={id}
                    size="large"
                    inputMode="numeric"
                    suffix={t("minutes")}
                    value={draft.worked}
                    onChange={(event) => type({ worked: event.target.value })}
                  />
                  <span className="floor-quick">
                    {[15, 30, 60].map((minutes) => (
                      <Button
                        key={minutes}
                        onClick={() =>
                          type({
                            worked: String(
                              (Number.parseInt(draft.worked, 10) || 0) +
                                minutes,
                            ),
                          })
                        }
                      >
                        +{minutes}
                      </Button>
                    ))}
                  </span>
                </>
              )}
            </ReportField>
            <div className="floor-pair">
              <ReportField
                label={labels.remaining}
                fault={faultAt("remaining", "remainingHours")}
              >
                {(id) => (
                  <Input
                    id={id}
                    size="large"
                    inputMode="numeric"
                    suffix={t("minutes")}
                    value={draft.remaining}
                    onChange={(event) =>
                      type({ remaining: event.target.value })
                    }
                  />
                )}
              </ReportField>
              <ReportField
                label={labels.qtyDone}
                fault={faultAt("qtyDone", "qtyDone")}
              >
                {(id) => (
                  <Input
                    id={id}
                    size="large"
                    inputMode="numeric"
                    placeholder={String(subject.qtyDone)}
                    value={draft.qtyDone}
                    onChange={(event) => type({ qtyDone: event.target.value })}
                  />
                )}
              </ReportField>
            </div>
            {subject.status !== 0 && (
              <Button
                block
                size="large"
                loading={pending === subject.status}
                disabled={!draft.worked && !draft.remaining && !draft.qtyDone}
                onClick={() => send(subject.status)}
              >
                {t("reportOnly")}
              </Button>
            )}
          </fieldset>
        )}
      </div>
    </SidePanel>
  );
}

interface ReportFieldProps {
  label: string;
  fault: string | undefined;
  children: (id: string) => ReactNode;
}

function ReportField({ label, fault, children }: ReportFieldProps) {
  const id = `report-${label}`;
  useEffect(() => {
    if (fault) {
      document.getElementById(id)?.focus();
    }
  }, [fault, id]);
  return (
    <div className="floor-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault && <p className="floor-fault">{fault}</p>}
    </div>
  );
}

const shownFields = new Set([
  "batchId",
  "machineId",
  "reportedHours",
  "remainingHours",
  "qtyDone",
]);

/** The server's words: beside their field, or together where there is none. */
function faultsOf(failure: unknown) {
  const reply = failure instanceof ApiFailure ? failure.reply : null;
  const fields = Array.isArray(reply?.data) ? (reply.data as FieldError[]) : [];
  const rest = fields.filter((one) => !shownFields.has(one.field));
  return {
    of: (field: string) => fields.find((one) => one.field === field)?.message,
    rest:
      rest.map((one) => one.message).join("; ") ||
      (reply && reply.status !== 600 ? reply.message : undefined),
  };
}
