import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { download } from "@/api/download";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { dayjsOf } from "@/resource/dayjs-of";
import { useZone } from "@/session/session";
import { DayPicker } from "@/ui/day-picker";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { RecordName } from "@/ui/record-name";
import { useUiTexts } from "@/ui/texts";
import { daysLater, mondayOf } from "../plan/days";
import { useCapacityTexts } from "./capacity-texts";
import { Choice, SectionAndGroup } from "../plan/choice";
import { DayWork } from "./day-work";
import { InForce } from "./in-force";
import { LoadFigures, useLoadWords } from "./load-bar";
import { useChoices } from "../plan/use-choices";
import { mondayOfWeek, weekOf } from "./week";
import "../plan/plan.css";
import "./capacity.css";

type Row = Schema<"ApsWeekRow">;

/** What every resource can work in a week, and what the plan in force gives it. */
export function WeekPlanPage() {
  const t = useCapacityTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const { search, choose } = useChoices("week");
  const [open, setOpen] = useState<{ row: Row; date: string }>();
  const today = formatInstant(new Date(), zone).slice(0, 10);
  const week = search.get("week") ?? weekOf(today);
  const monday = mondayOfWeek(week);
  const section = search.get("section") ?? "";
  const group = search.get("group") ?? "";
  const resource = search.get("resource") ?? "";

  const goTo = (day: string) => choose({ week: day ? weekOf(day) : "" });

  const found = useQuery({
    queryKey: ["capacity", "week", week],
    queryFn: () =>
      call("POST", "aps/resource/week/plan/query", { body: { week } }),
    enabled: week !== "",
    placeholderData: keepPreviousData,
    meta: { showsFields: true },
    retry: false,
  });
  const exported = useMutation({
    mutationFn: (format: SheetFormat) =>
      download(
        "aps/resource/week/plan/export",
        {
          query: { format },
          body: { week, section, group, resourceId: resource },
        },
        "POST",
      ),
    meta: { stays: true, says: ui("exported") },
  });

  const rows = week ? (found.data?.rows ?? []) : [];
  const ofSection = rows.filter((row) => !section || row.section === section);
  const ofGroup = ofSection.filter((row) => !group || row.group === group);
  const shown = ofGroup.filter(
    (row) => !resource || row.resourceId === resource,
  );
  return (
    <Page
      title={t("weekTitle")}
      tools={
        <>
          <span className="week-steps">
            <Button
              aria-label={t("previousWeek")}
              title={t("previousWeek")}
              disabled={!monday}
              onClick={() => goTo(daysLater(monday, -7))}
            >
              ‹
            </Button>
            <DayPicker
              className="week-day"
              aria-label={t("week")}
              format="YYYY-MM-DD"
              value={monday ? dayjs(monday) : null}
              onChange={(day) => goTo(dayjsOf(day)?.format("YYYY-MM-DD") ?? "")}
            />
            <Button
              aria-label={t("nextWeek")}
              title={t("nextWeek")}
              disabled={!monday}
              onClick={() => goTo(daysLater(monday, 7))}
            >
              ›
            </Button>
            <Button
              disabled={monday === mondayOf(today)}
              onClick={() => goTo(today)}
            >
              {t("thisWeek")}
            </Button>
          </span>
          <SectionAndGroup
            {...{ section, group }}
            rows={rows}
            onChange={(choice) => choose({ ...choice, resource: "" })}
          />
          <Choice
            label={t("resource")}
            all={t("allResources")}
            value={resource}
            options={ofGroup.map((row) => [row.resourceId, row.resource])}
            onChange={(value) => choose({ resource: value })}
          />
          <span className="push" />
          <ExportMenu
            permission="aps.weekPlan.export"
            onExport={(format) => exported.mutate(format)}
          />
        </>
      }
      aside={
        open && (
          <DayWork
            key={`${open.row.resourceId} ${open.date}`}
            resourceId={open.row.resourceId}
            name={open.row.resource}
            date={open.date}
            onClose={() => setOpen(undefined)}
          />
        )
      }
    >
      {week === "" && (
        <p role="alert" data-meaning="late">
          {t("needInterval")}
        </p>
      )}
      {week !== "" && found.isPending && <Loading />}
      {week !== "" && found.isError && (
        <Failure of={found.error} onRetry={() => void found.refetch()} />
      )}
      {week !== "" && found.data && (
        <>
          <InForce by={found.data.inForce} />
          {found.data.inForce && rows.length === 0 && (
            <p className="soft">{t("noResource")}</p>
          )}
          {rows.length > 0 && shown.length === 0 && (
            <p className="soft" role="status">
              {t("noneFound")}{" "}
              <Button
                onClick={() => choose({ section: "", group: "", resource: "" })}
              >
                {t("clearChoices")}
              </Button>
            </p>
          )}
          {shown.length > 0 && (
            <WeekTable
              label={`${t("weekTitle")} ${found.data.week}`}
              days={found.data.days}
              today={today}
              rows={shown}
              onOpen={(row, date) => setOpen({ row, date })}
            />
          )}
        </>
      )}
    </Page>
  );
}

interface TableProps {
  label: string;
  days: string[];
  today: string;
  rows: Row[];
  onOpen: (row: Row, date: string) => void;
}

/** A row for each resource, below its group. */
function WeekTable({ label, days, today, rows, onOpen }: TableProps) {
  const t = useCapacityTexts();
  const weekday = useWeekday();
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.section}\n${row.group}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return (
    <div className="week-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="plain-table week-table">
        <thead>
          <tr>
            <th>{t("resource")}</th>
            {days.map((day) => (
              <th key={day} aria-current={day === today ? "date" : undefined}>
                {weekday(day)} <span className="numbers">{day.slice(5)}</span>
                {day === today && <small> {t("today")}</small>}
              </th>
            ))}
            <th>{t("weekTotal")}</th>
          </tr>
        </thead>
        {[...groups].map(([key, members]) => (
          <tbody key={key}>
            <tr className="week-group">
              <th scope="rowgroup" colSpan={days.length + 2}>
                <span className="week-group-name">
                  <RecordName>{members[0]!.group}</RecordName>
                  {members[0]!.section && (
                    <span className="soft">
                      {" · "}
                      <RecordName>{members[0]!.section}</RecordName>
                    </span>
                  )}
                </span>
              </th>
            </tr>
            {members.map((row) => (
              <tr key={row.resourceId}>
                <th scope="row">
                  <RecordName>{row.resource}</RecordName>
                  {row.units > 1 && (
                    <small className="soft">
                      {t("people", { count: row.units })}
                    </small>
                  )}
                </th>
                {row.cells.map((cell, at) => (
                  // By place: who stands in a cell stays there when the week changes.
                  <td key={at}>
                    <DayCell
                      row={row}
                      at={at}
                      day={`${weekday(days[at]!)} ${days[at]!.slice(5)}`}
                      isWorked={cell.tasks > 0 || cell.available > 0}
                      onOpen={() => onOpen(row, days[at]!)}
                    />
                  </td>
                ))}
                <td className="week-total">
                  <LoadFigures load={row.total} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className="soft load-rule">{t("rule")}</p>
    </div>
  );
}

interface CellProps {
  row: Row;
  at: number;
  day: string;
  isWorked: boolean;
  onOpen: () => void;
}

function DayCell({ row, at, day, isWorked, onOpen }: CellProps) {
  const t = useCapacityTexts();
  const words = useLoadWords();
  const load = row.cells[at]!;
  if (!isWorked) {
    return <LoadFigures load={load} />;
  }
  const hours = t("ofAvailable", {
    planned: load.planned,
    available: load.available,
  });
  return (
    <button
      type="button"
      className="week-cell"
      aria-label={t("cell", {
        ...{ day, hours, load: words(load) },
        resource: row.resource,
      })}
      onClick={onOpen}
    >
      <LoadFigures load={load} />
    </button>
  );
}

const tags = { zh: "zh-CN", en: "en-GB" };

/** The short name of a day's weekday. */
function useWeekday() {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(tags[language], {
    weekday: "short",
    timeZone: "UTC",
  });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
}
