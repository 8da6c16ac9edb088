import { Button, Input, Select } from "antd";
import type { ReactNode } from "react";
import type { Place, Turn } from "./progress-model";
import { useProgressTexts } from "./progress-texts";
import { ReportField } from "./report-field";
import type { ReportInWork } from "./use-report";

interface ReportFiguresProps {
  turn: Turn;
  machines: Place[];
  report: ReportInWork;
}

/** Where it was done, how long it took, what is left, how many pieces. */
export function ReportFigures({ turn, machines, report }: ReportFiguresProps) {
  const t = useProgressTexts();
  const { draft, type, subject, machineId, faults } = report;
  const { send, pending, isPending } = report;
  return (
    <fieldset disabled={isPending}>
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
                  machines.find((machine) => machine.id === one)?.name ?? one,
              }))}
            />
          )}
        </ReportField>
      )}
      <Figure report={report} field="worked" suffix={t("minutes")}>
        <span className="floor-quick">
          {[15, 30, 60].map((minutes) => (
            <Button
              key={minutes}
              onClick={() =>
                type({
                  worked: String(
                    (Number.parseInt(draft.worked, 10) || 0) + minutes,
                  ),
                })
              }
            >
              +{minutes}
            </Button>
          ))}
        </span>
      </Figure>
      <div className="floor-pair">
        <Figure report={report} field="remaining" suffix={t("minutes")} />
        <Figure
          report={report}
          field="qtyDone"
          placeholder={String(subject.qtyDone)}
        />
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
  );
}

/** What the server calls each figure. */
const sentAs = {
  worked: "reportedHours",
  remaining: "remainingHours",
  qtyDone: "qtyDone",
};

interface FigureProps {
  report: ReportInWork;
  field: keyof typeof sentAs;
  suffix?: string;
  placeholder?: string;
  children?: ReactNode;
}

function Figure({ report, field, suffix, placeholder, children }: FigureProps) {
  const { draft, type, labels, faultAt } = report;
  return (
    <ReportField label={labels[field]} fault={faultAt(field, sentAs[field])}>
      {(id) => (
        <>
          <Input
            id={id}
            size="large"
            inputMode="numeric"
            suffix={suffix}
            placeholder={placeholder}
            value={draft[field]}
            onChange={(event) => type({ [field]: event.target.value })}
          />
          {children}
        </>
      )}
    </ReportField>
  );
}
