import { Segmented, Select } from "antd";
import { useMemo, useState } from "react";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { counted } from "@/i18n/counted";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { useSpellingTexts } from "@/resource/spelling-texts";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import {
  actions,
  sumOf,
  type Action,
  type ImportNames,
  type ImportResult,
  type PreviewRow,
} from "./import-model";
import { useProductionTexts } from "./texts";

const meanings: Record<Action, Meaning> = {
  new: "done",
  changed: "active",
  same: "off",
  refused: "late",
  notReached: "at-risk",
  removed: "at-risk",
};

const placeOf = (row: { sheet: string; part?: number; row: number }) =>
  `${row.sheet} ${row.part ?? 0} ${row.row}`;

const idOf = (row: PreviewRow) => `${placeOf(row)} ${row.key}`;

interface ImportRowsProps {
  result: ImportResult;
  names: ImportNames;
}

/** Row by row what would happen, old and new values beside each other. */
export function ImportRows({ result, names }: ImportRowsProps) {
  const t = useProductionTexts();
  const { say } = useLanguage();
  const spelling = useSpellingTexts();
  const [action, setAction] = useState<Action | "all">("all");
  const [sheet, setSheet] = useState("");
  const [layout, setLayout] = useColumnLayout("production.import", {
    pinned: ["sheet", "row"],
  });
  const sum = sumOf(result);
  const rows = useMemo(
    () =>
      result.rows.filter(
        (row) =>
          (action === "all" || row.action === action) &&
          (sheet === "" || row.sheet === sheet),
      ),
    [result, action, sheet],
  );
  const reasons = useMemo(() => {
    const all = new Map<string, string>();
    for (const fault of result.faults) {
      if (fault.level === "error") {
        const before = all.get(placeOf(fault));
        all.set(
          placeOf(fault),
          before ? listed([before, say(fault.texts)]) : say(fault.texts),
        );
      }
    }
    return all;
  }, [result, say]);
  const columns = useMemo((): GridColumn<PreviewRow>[] => {
    return [
      {
        id: "sheet",
        title: t("sheet"),
        width: 128,
        value: (row) => names.sheet(row.sheet),
      },
      {
        id: "row",
        title: t("row"),
        width: 64,
        numeric: true,
        value: (row) => row.row || "",
      },
      {
        id: "mouldNo",
        title: t("mouldNo"),
        width: 112,
        value: (row) => row.mouldNo ?? "",
      },
      {
        id: "partNo",
        title: t("partNo"),
        width: 112,
        value: (row) => row.partNo ?? "",
      },
      {
        id: "key",
        title: t("key"),
        width: 240,
        value: (row) =>
          row.typed
            ? `${row.key} · ${spelling("typed", { key: row.typed })}`
            : row.key,
        render: (row) => (
          <>
            {row.key}{" "}
            {row.typed && (
              <span className="soft">
                {spelling("typed", { key: row.typed })}
              </span>
            )}
          </>
        ),
      },
      {
        id: "action",
        title: t("action"),
        width: 112,
        value: (row) => t(row.action),
        render: (row) => (
          <StatusMark meaning={meanings[row.action]}>
            {t(row.action)}
          </StatusMark>
        ),
      },
      {
        id: "changes",
        title: t("changes"),
        width: 620,
        sortable: false,
        value: (row) =>
          listed(
            (row.changes ?? []).map(
              (one) => `${say(one.label)} ${say(one.after)}`,
            ),
          ),
        render: (row) =>
          row.action === "refused" ? (
            <span className="import-why">
              {reasons.get(placeOf(row)) ?? t("otherRow")}
            </span>
          ) : (
            row.changes?.map((one) => (
              <span className="import-change" key={one.column}>
                {say(one.label)} <del>{say(one.before) || "∅"}</del> →{" "}
                <ins>{say(one.after) || "∅"}</ins>
              </span>
            ))
          ),
      },
    ];
  }, [t, say, spelling, names, reasons]);

  return (
    <div className="import-rows">
      <div className="import-bar">
        <Segmented<Action | "all">
          aria-label={t("action")}
          value={action}
          onChange={setAction}
          options={[
            {
              value: "all" as const,
              label: `${t("all")} ${counted(result.rowCount)}`,
            },
            ...actions
              .filter((one) => sum[one] > 0)
              .map((one) => ({
                value: one,
                label: `${t(one)} ${counted(sum[one])}`,
              })),
          ]}
        />
        <Select
          className="import-sheet"
          aria-label={t("sheet")}
          value={sheet}
          onChange={setSheet}
          options={[
            { value: "", label: t("allSheets") },
            ...names.order(Object.keys(result.counts)).map((code) => ({
              value: code,
              label: names.sheet(code),
            })),
          ]}
        />
        {result.rowCount > result.rows.length && (
          <span className="soft">
            {t("rowsMore", {
              shown: result.rows.length,
              count: result.rowCount,
            })}
          </span>
        )}
      </div>
      <DataGrid
        label={t("preview")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        empty={t("nothing")}
      />
    </div>
  );
}
