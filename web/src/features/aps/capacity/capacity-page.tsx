import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { download } from "@/api/download";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import { formatInstant } from "@/i18n/format";
import { dayjsOf } from "@/resource/dayjs-of";
import { useZone } from "@/session/session";
import { DayPicker } from "@/ui/day-picker";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { RecordName } from "@/ui/record-name";
import { useUiTexts } from "@/ui/texts";
import { figure, hoursFigure, outOfHundred } from "../plan/figure";
import { CapacityBar, CapacityLegend, type Figures } from "./capacity-bar";
import { useCapacityTexts } from "./capacity-texts";
import { SectionAndGroup } from "../plan/choice";
import { InForce } from "./in-force";
import { useChoices } from "../plan/use-choices";
import "../plan/plan.css";
import "./capacity.css";

type Group = Schema<"ApsCapacityGroup">;

const spans = [1, 7, 14, 28, 56] as const;
const usualSpan = 14;

/** What every group can work from a date on, what it is given and what it has left. */
export function CapacityPage() {
  const t = useCapacityTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const { search, choose } = useChoices("date");
  const capacityDate =
    search.get("date") ?? formatInstant(new Date(), zone).slice(0, 10);
  const days =
    spans.find((one) => String(one) === search.get("days")) ?? usualSpan;
  const section = search.get("section") ?? "";
  const group = search.get("group") ?? "";
  const found = useQuery({
    queryKey: ["capacity", "detail", capacityDate, days],
    queryFn: () =>
      call("POST", "aps/capacity/detail/query", {
        body: { capacityDate, days },
      }),
    enabled: capacityDate !== "",
    placeholderData: keepPreviousData,
    meta: { showsFields: true },
    retry: false,
  });
  const exported = useMutation({
    mutationFn: (format: SheetFormat) =>
      download(
        "aps/capacity/detail/export",
        { query: { format }, body: { capacityDate, days, section, group } },
        "POST",
      ),
    meta: { stays: true, says: ui("exported") },
  });
  const groups = found.data?.groups ?? [];
  const ofSection = groups.filter((row) => !section || row.section === section);
  const shown = ofSection.filter((row) => !group || row.group === group);

  return (
    <Page
      title={t("capacityTitle")}
      tools={
        <>
          <DayPicker
            className="week-day"
            aria-label={t("capacityDate")}
            format="YYYY-MM-DD"
            value={capacityDate ? dayjs(capacityDate) : null}
            onChange={(day) =>
              choose({ date: dayjsOf(day)?.format("YYYY-MM-DD") ?? "" })
            }
          />
          <Select
            aria-label={t("days")}
            value={days}
            onChange={(value) => choose({ days: String(value) })}
            options={spans.map((value) => ({
              value,
              label: t("forDays", { count: value }),
            }))}
          />
          <SectionAndGroup
            {...{ section, group }}
            rows={groups}
            onChange={choose}
          />
          <span className="push" />
          <ExportMenu
            permission="aps.capacity.export"
            onExport={(format) => exported.mutate(format)}
          />
        </>
      }
    >
      {capacityDate === "" ? (
        <p role="alert" data-meaning="late">
          {t("needDate")}
        </p>
      ) : (
        <>
          {found.isPending && <Loading />}
          {found.isError && (
            <Failure of={found.error} onRetry={() => void found.refetch()} />
          )}
          {found.data && (
            <>
              <InForce by={found.data.inForce} />
              {found.data.inForce && groups.length === 0 && (
                <p className="soft">{t("noGroup")}</p>
              )}
              {groups.length > 0 && shown.length === 0 && (
                <p className="soft" role="status">
                  {t("noneOfGroups")}{" "}
                  <Button onClick={() => choose({ section: "", group: "" })}>
                    {t("clearChoices")}
                  </Button>
                </p>
              )}
              {shown.length > 0 && (
                <div
                  className="week-scroll"
                  role="region"
                  aria-label={t("capacityTitle")}
                  tabIndex={0}
                >
                  <CapacityBars groups={shown} />
                  <CapacityTable groups={shown} />
                  <p className="soft load-rule">
                    {t("rule")} {t("capacityRule")}
                  </p>
                </div>
              )}
            </>
          )}
        </>
      )}
    </Page>
  );
}

function CapacityBars({ groups }: { groups: Group[] }) {
  const t = useCapacityTexts();
  return (
    <section className="capacity-bars" aria-label={t("bars")}>
      <CapacityLegend />
      <dl>
        {groups.map((row) => (
          <div key={`${row.section}\n${row.group}`}>
            <dt>
              <GroupName of={row} />
            </dt>
            <dd>
              <CapacityBar of={row.total} />
              <span className="numbers">{percentOf(row.total)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The load of a group, as far as it has one. */
const percentOf = ({ load }: Figures) =>
  load === null ? "–" : `${outOfHundred(load)} %`;

function GroupName({ of }: { of: Group }) {
  const t = useCapacityTexts();
  return <RecordName>{of.group || t("noName")}</RecordName>;
}

const columns = [
  "available",
  "planned",
  "locked",
  "free",
  "beyond",
  "outsourced",
  "overload",
] as const;

function CapacityTable({ groups }: { groups: Group[] }) {
  const t = useCapacityTexts();
  return (
    <table className="plain-table week-table capacity-table">
      <thead>
        <tr>
          <th>{t("group")}</th>
          <th>{t("section")}</th>
          <th className="numbers">{t("units")}</th>
          {columns.map((key) => (
            <th key={key} className="numbers">
              {t(key === "locked" ? "lockedHours" : key)}
            </th>
          ))}
          <th className="numbers">{t("loadShare")}</th>
          <th className="numbers">{t("cumulativeFree")}</th>
        </tr>
      </thead>
      {groups.map((row) => (
        <GroupRows key={`${row.section}\n${row.group}`} of={row} />
      ))}
    </table>
  );
}

/** A group; pressed, with its days. */
function GroupRows({ of }: { of: Group }) {
  const t = useCapacityTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <tbody>
      <tr className="capacity-group">
        <th scope="row">
          <button
            type="button"
            className="capacity-fold"
            aria-expanded={isOpen}
            aria-label={t("showDays", { group: of.group || t("noName") })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "▾" : "▸"} <GroupName of={of} />
          </button>
        </th>
        <td>
          {of.section ? <RecordName>{of.section}</RecordName> : t("noSection")}
        </td>
        <td className="numbers">{figure(of.units)}</td>
        <Cells of={of.total} />
      </tr>
      {isOpen &&
        of.days.map((day) => (
          <tr key={day.date}>
            <th scope="row" className="numbers capacity-date">
              {day.date}
            </th>
            <td />
            <td />
            <Cells of={day} />
          </tr>
        ))}
    </tbody>
  );
}

function Cells({ of }: { of: Figures }) {
  return (
    <>
      {columns.map((key) => (
        <td
          key={key}
          className="numbers"
          data-meaning={
            (key === "beyond" || key === "overload") && of[key] > 0
              ? "late"
              : undefined
          }
        >
          {hoursFigure(of[key])}
        </td>
      ))}
      <td className="numbers">{percentOf(of)}</td>
      <td className="numbers">{hoursFigure(of.cumulativeFree)}</td>
    </>
  );
}
