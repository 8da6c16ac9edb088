import { Button, Input, Select } from "antd";
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
  const { draft, type, subject, machineId, labels, faults, faultAt } = report;
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
                        (Number.parseInt(draft.worked, 10) || 0) + minutes,
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
              onChange={(event) => type({ remaining: event.target.value })}
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
  );
}
