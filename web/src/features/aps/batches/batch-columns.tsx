import { useMemo } from "react";
import type { GridColumn } from "@/grid/grid-column";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { MouldNo } from "../plan/mould-names";
import { figure } from "../plan/figure";
import { useBatchTexts } from "./batch-texts";
import type { BatchRow } from "./use-batch-list";

const meanings = {
  0: "off",
  1: "on-time",
  2: "at-risk",
  3: "locked",
  4: "done",
} as const satisfies Record<BatchRow["state"], Meaning>;

export function useBatchColumns() {
  const t = useBatchTexts();
  const zone = useZone();
  return useMemo(
    (): GridColumn<BatchRow>[] => [
      {
        ...{ id: "mould", title: t("mould"), width: 128, sortable: false },
        value: (row) => row.mouldNo,
        render: (row) => <MouldNo>{row.mouldNo}</MouldNo>,
      },
      {
        ...{ id: "part", title: t("part"), width: 176, sortable: false },
        value: (row) => `${row.partNo} ${row.partName}`,
      },
      {
        ...{ id: "batchNo", title: t("batchNo"), width: 104, sortable: false },
        value: (row) => row.batchNo || "–",
      },
      {
        ...{ id: "qty", title: t("qty"), width: 80, numeric: true },
        sortable: false,
        value: (row) => row.qty,
        render: (row) => figure(row.qty),
      },
      {
        ...{ id: "kind", title: t("kind"), width: 96, away: true },
        sortable: false,
        value: (row) => t(`kind${row.kind}`),
      },
      {
        ...{ id: "state", title: t("state"), width: 120, sortable: false },
        value: (row) => t(`state${row.state}`),
        render: (row) => (
          <StatusMark meaning={meanings[row.state]}>
            {t(`state${row.state}`)}
          </StatusMark>
        ),
      },
      {
        ...{ id: "progress", title: t("progress"), width: 112, numeric: true },
        sortable: false,
        value: (row) => row.finished,
        render: (row) => `${row.finished} / ${row.steps}`,
      },
      {
        ...{ id: "outside", title: t("outside"), width: 300, sortable: false },
        value: (row) => row.outside.map(({ process }) => process).join(" "),
        render: (row) => <Outside row={row} />,
      },
      {
        ...{ id: "delivery", title: t("delivery"), width: 144 },
        sortable: false,
        value: (row) => formatInstant(row.delivery, zone),
      },
    ],
    [t, zone],
  );
}

/** What of a row is outside, or what could be. */
function Outside({ row }: { row: BatchRow }) {
  const t = useBatchTexts();
  if (row.outside.length === 0) {
    return row.mayApply > 0 ? (
      <span className="soft">{t("mayApply", { count: row.mayApply })}</span>
    ) : (
      <span className="soft">–</span>
    );
  }
  return row.outside.map((one, at) => (
    <span key={at}>
      {at > 0 && " · "}
      {one.opNo} <RecordName>{one.process}</RecordName>{" "}
      <RecordName>{one.supplier}</RecordName>{" "}
      <StatusMark meaning="outsourced">{t(`outside.${one.state}`)}</StatusMark>
    </span>
  ));
}
