import { Select } from "antd";
import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useCan, useZone } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import { SidePanel } from "@/ui/side-panel";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { ElectrodeSteps } from "./figures";
import { BlockedNote } from "./blocked-start";
import { RefusedReports } from "./kept-reports";
import {
  titleOf,
  type BatchTurn,
  type Place,
  type Reason,
  type Turn,
} from "./progress-model";
import { meaningOf, OperationName } from "./progress-table";
import { useProgressTexts } from "./progress-texts";
import { ReportActions } from "./report-actions";
import { ReportField } from "./report-field";
import { ReportFigures } from "./report-figures";
import { ReportHistory } from "./report-history";
import { useReport } from "./use-report";

const permission = "mf.progress.modify";

interface ReportPanelProps {
  turn: Turn;
  /** The machine that the list belongs to, "" for none. */
  here: string;
  machines: Place[];
  pauseReasons: Reason[];
  blockReasons: Reason[];
  onClose: () => void;
}

/** What comes next, by the status: what the grey button of whoever may not report says. */
const next = ["start", "finish", "resume"] as const;

/** Start, pause, finish, and say how long it took: nothing typed is ever lost. */
export function ReportPanel(props: ReportPanelProps) {
  const { turn, here, machines, pauseReasons, blockReasons, onClose } = props;
  const t = useProgressTexts();
  const ui = useUiTexts();
  const mayReport = useCan(permission);
  const report = useReport(turn, here, onClose);
  const { batch, subject, faults } = report;
  const nameOf = (one: BatchTurn) =>
    one.id ? `${one.batchNo} ×${one.qty}` : `${t("noBatch")} ×${one.qty}`;

  return (
    <SidePanel
      title={titleOf(turn)}
      heading={<OperationName of={turn} />}
      closeLabel={ui("close")}
      onClose={onClose}
      footer={
        subject.status !== 3 &&
        (mayReport ? (
          <ReportActions
            turn={turn}
            report={report}
            pauseReasons={pauseReasons}
            blockReasons={blockReasons}
          />
        ) : (
          <PermissionButton permission={permission}>
            {t(next[subject.status])}
          </PermissionButton>
        ))
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
                  report.type({ batchId: value, machineId: "" })
                }
                options={turn.batches.map((one) => ({
                  value: one.id,
                  label: `${nameOf(one)} · ${t(`status${one.status}`)}`,
                }))}
              />
            )}
          </ReportField>
        )}
        <Standing turn={turn} subject={subject} pauseReasons={pauseReasons} />
        {turn.blocked
          .filter(({ batchId }) => batchId === (batch?.id ?? ""))
          .map((one) => (
            <BlockedNote key={one.id} blocked={one} reasons={blockReasons} />
          ))}
        <RefusedReports operationId={turn.operationId} />
        <div role="alert">
          {report.hasFailed && (
            <p className="floor-fault">
              {faults.rest ?? t("notSent")} {t("kept")}
            </p>
          )}
        </div>
        {mayReport && subject.status !== 3 && (
          <ReportFigures turn={turn} machines={machines} report={report} />
        )}
        <ReportHistory
          operationId={turn.operationId}
          batchId={batch?.id ?? ""}
          newest={subject.reportId}
          title={[titleOf(turn), batch && nameOf(batch)]
            .filter(Boolean)
            .join(" · ")}
          pauseReasons={pauseReasons}
        />
      </div>
    </SidePanel>
  );
}

interface StandingProps {
  turn: Turn;
  subject: Turn | BatchTurn;
  pauseReasons: Reason[];
}

/** What is planned, what has been reported, and what it still waits for. */
function Standing({ turn, subject, pauseReasons }: StandingProps) {
  const t = useProgressTexts();
  const zone = useZone();
  const { language, say } = useLanguage();
  const why = pauseReasons.find(({ value }) => value === subject.pauseReason);
  return (
    <>
      <p className="floor-state">
        <StatusMark meaning={meaningOf({ ...turn, status: subject.status })}>
          {t(`status${subject.status}`)}
        </StatusMark>
        {subject.status === 2 && why && <span>{say(why.text)}</span>}
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
          {t("waitsFor", { what: listed(turn.waits) })}
        </p>
      )}
      {turn.electrodes && turn.electrodes.total > 0 && (
        <ElectrodeSteps readiness={turn.electrodes} wide />
      )}
    </>
  );
}
