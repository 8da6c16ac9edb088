import { useMemo, type ReactNode } from "react";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { formatDue, formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { ElectrodeSteps } from "./figures";
import { placeOf, titleOf, type Place, type Turn } from "./progress-model";
import { useProgressTexts } from "./progress-texts";

export const meaningOf = (turn: Turn): Meaning =>
  turn.status === 0
    ? turn.late
      ? "late"
      : "off"
    : (["off", "active", "at-risk", "done"] as const)[turn.status];

const idOf = (turn: Turn) => turn.operationId;

export interface ProgressListProps {
  rows: Turn[];
  machines: Place[];
  openId: string;
  onOpen: (id: string) => void;
  empty: ReactNode;
}

/** The dispatch list as a table, for a desk. */
export function ProgressTable(props: ProgressListProps) {
  const { rows, machines, openId, onOpen, empty } = props;
  const t = useProgressTexts();
  const zone = useZone();
  const { language } = useLanguage();
  const [layout, setLayout] = useColumnLayout("production.progress", {
    pinned: ["operation"],
  });
  const columns = useMemo((): GridColumn<Turn>[] => {
    const nameOf = (id: string) =>
      machines.find((machine) => machine.id === id)?.name ?? "";
    const hours = (value: number | null) => formatNumber(value, language);
    return [
      {
        id: "operation",
        title: t("operation"),
        width: 280,
        value: (turn) => titleOf(turn),
        render: (turn) => <OperationName of={turn} />,
      },
      {
        id: "status",
        title: t("status"),
        width: 124,
        value: (turn) => turn.status,
        render: (turn) =>
          turn.blocked.length > 0 && turn.status !== 1 ? (
            <StatusMark meaning="late">{t("blockedShort")}</StatusMark>
          ) : (
            <StatusMark meaning={meaningOf(turn)}>
              {t(`status${turn.status}`)}
            </StatusMark>
          ),
      },
      {
        id: "machine",
        title: t("machine"),
        width: 104,
        value: (turn) =>
          nameOf(turn.machineId || turn.plannedMachine) || turn.group,
        render: (turn) => (
          <RecordName>
            {nameOf(turn.machineId || turn.plannedMachine) || turn.group}
          </RecordName>
        ),
      },
      {
        id: "plannedStart",
        title: t("plannedStart"),
        width: 144,
        value: (turn) => formatInstant(turn.plannedStart, zone),
      },
      {
        id: "plannedEnd",
        title: t("plannedEnd"),
        width: 144,
        value: (turn) => formatInstant(turn.plannedEnd, zone),
        render: (turn) => (
          <span className={turn.late ? "floor-late" : ""}>
            {formatInstant(turn.plannedEnd, zone)}
          </span>
        ),
      },
      {
        id: "hours",
        title: t("hours"),
        width: 80,
        numeric: true,
        value: (turn) => turn.hours,
        render: (turn) => hours(turn.hours),
      },
      {
        id: "reportedHours",
        title: t("reportedHours"),
        width: 88,
        numeric: true,
        value: (turn) => turn.reportedHours,
        render: (turn) => (turn.reportedHours ? hours(turn.reportedHours) : ""),
      },
      {
        id: "remainingHours",
        title: t("remainingHours"),
        width: 96,
        numeric: true,
        value: (turn) => turn.remainingHours ?? "",
        render: (turn) => hours(turn.remainingHours),
      },
      {
        id: "qty",
        title: t("qty"),
        width: 80,
        numeric: true,
        value: (turn) => turn.qty,
        render: (turn) => `${turn.qtyDone}/${turn.qty}`,
      },
      {
        id: "waits",
        title: t("waits"),
        width: 220,
        sortable: false,
        value: (turn) => listed(turn.waits),
      },
      {
        id: "electrodes",
        title: t("electrodes"),
        width: 176,
        sortable: false,
        value: (turn) => turn.electrodes?.stocked ?? "",
        render: (turn) =>
          turn.electrodes && <ElectrodeSteps readiness={turn.electrodes} />,
      },
      {
        id: "realStart",
        title: t("realStart"),
        width: 144,
        value: (turn) => formatInstant(turn.realStart, zone),
      },
      {
        id: "delivery",
        title: t("delivery"),
        width: 144,
        value: (turn) => formatDue(turn.delivery, zone),
      },
    ];
  }, [t, zone, language, machines]);

  return (
    <DataGrid
      label={t("title")}
      columns={columns}
      rows={rows}
      rowId={idOf}
      layout={layout}
      onLayoutChange={setLayout}
      openId={openId}
      onOpen={(turn) => onOpen(turn.operationId)}
      empty={empty}
    />
  );
}

/** The same, with the mark of a process that has no English name. */
export const OperationName = ({ of: turn }: { of: Turn }) => (
  <>
    {placeOf(turn)} <RecordName>{turn.process}</RecordName>
  </>
);
