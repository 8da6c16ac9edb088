import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import dayjs from "dayjs";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { capital } from "@/i18n/capital";
import { formatInstant } from "@/i18n/format";
import { dayjsOf } from "@/resource/dayjs-of";
import { useZone } from "@/session/session";
import { DayPicker } from "@/ui/day-picker";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { RecordName } from "@/ui/record-name";
import { lotOf, stepOf } from "../plan/lot";
import { MouldNo } from "../plan/mould-names";
import { figure, hoursFigure, outOfHundred } from "../plan/figure";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import { useWorkshopTexts } from "./workshop-texts";
import "../plan/plan.css";
import "./workshop.css";

type Task = Schema<"ApsDispatchTask">;

/** What every machine and team has to do on a day; each group prints on pages of its own. */
export function WorkshopPage() {
  const t = useWorkshopTexts();
  const zone = useZone();
  const [search, setSearch] = useSearchParams();
  const today = formatInstant(new Date(), zone).slice(0, 10);
  const planDate = search.get("date") ?? today;
  const [group, setGroup] = useState("");
  const list = useQuery({
    queryKey: ["workshop", planDate],
    queryFn: () =>
      call("POST", "aps/workshop/plan/query", {
        body: { planDate },
      }),
    meta: { showsFields: true },
    retry: false,
  });
  const groups = list.data?.groups ?? [];
  const shown = groups.filter((row) => !group || row.group === group);

  return (
    <Page
      title={t("title")}
      tools={
        <>
          <DayPicker
            className="workshop-date"
            aria-label={t("planDate")}
            format="YYYY-MM-DD"
            value={planDate ? dayjs(planDate) : null}
            onChange={(day) =>
              setSearch(
                { date: dayjsOf(day)?.format("YYYY-MM-DD") ?? "" },
                { replace: true },
              )
            }
          />
          <Select
            className="workshop-group"
            aria-label={t("group")}
            value={group}
            onChange={setGroup}
            options={[
              { value: "", label: t("allGroups") },
              ...groups.map((row) => ({ value: row.group, label: row.group })),
            ]}
            labelRender={({ label }) => <Marked>{label}</Marked>}
            optionRender={({ label }) => <Marked>{label}</Marked>}
          />
          <span className="push" />
          <Button disabled={shown.length === 0} onClick={() => window.print()}>
            {t("print")}
          </Button>
        </>
      }
    >
      {/* Scrolls, and holds nothing else that a keyboard could reach. */}
      <div
        className="workshop"
        role="region"
        aria-label={t("title")}
        tabIndex={0}
      >
        {list.data?.inForce && (
          <p className="soft">
            {t("by", {
              ...list.data.inForce,
              number: list.data.inForce.planNumber,
              at: formatInstant(list.data.inForce.since, zone),
            })}
          </p>
        )}
        {list.isPending && <Loading />}
        {list.isError &&
          (planDate ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <p role="alert" data-meaning="late">
              {t("needDate")}
            </p>
          ))}
        {list.data && shown.length === 0 && <p className="soft">{t("none")}</p>}
        {shown.map((row) => (
          <section
            key={`${row.section} ${row.group}`}
            className="dispatch"
            // In a narrow window it is scrolled to the side, by keys, too.
            tabIndex={0}
            aria-label={row.group}
          >
            <h2>
              <RecordName>{row.group}</RecordName>
              <span className="soft">
                {" "}
                <RecordName>{row.section}</RecordName> · {planDate} ·{" "}
                {list.data?.zone}
              </span>
            </h2>
            {row.resources.map((resource) => (
              <ResourceTasks
                key={resource.resource}
                name={resource.resource}
                tasks={resource.tasks}
              />
            ))}
          </section>
        ))}
      </div>
    </Page>
  );
}

/** A choice of the picker, which knows its label as anything. */
const Marked = ({ children }: { children: ReactNode }) =>
  typeof children === "string" ? <RecordName>{children}</RecordName> : children;

function ResourceTasks({ name, tasks }: { name: string; tasks: Task[] }) {
  const t = useWorkshopTexts();
  const m = useMeaningTexts();
  const zone = useZone();
  const time = (value: string | null) => formatInstant(value, zone).slice(5);
  return (
    <table className="plain-table dispatch-table">
      <caption>
        <RecordName>{name}</RecordName>
      </caption>
      <thead>
        <tr>
          <th>{t("mould")}</th>
          <th>{t("part")}</th>
          <th>{t("process")}</th>
          <th>{t("planned")}</th>
          <th className="numbers">{t("hours")}</th>
          <th className="numbers">{t("slack")}</th>
          <th className="numbers">{t("priority")}</th>
          <th>{t("ready")}</th>
          <th>{t("state")}</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.taskId}>
            <th scope="row">
              <MouldNo>{task.mouldNo}</MouldNo>{" "}
              <span className="soft">{task.mouldName}</span>
            </th>
            <td>
              {lotOf(task)} {task.partName}
              {task.batchQty > 1 && ` × ${figure(task.batchQty)}`}
            </td>
            <td>
              {stepOf(task)} <RecordName>{task.processName}</RecordName>
            </td>
            <td>
              <span data-meaning={task.overdue ? "late" : undefined}>
                {time(task.plannedStart)} – {time(task.plannedEnd)}
              </span>
              {task.latestStart && (
                <small>
                  {t("latest", {
                    start: time(task.latestStart),
                    end: time(task.latestEnd),
                  })}
                </small>
              )}
              {task.realStart && (
                <small>
                  {t(task.realEnd ? "real" : "realSince", {
                    start: time(task.realStart),
                    end: time(task.realEnd),
                  })}
                </small>
              )}
            </td>
            <td className="numbers">
              {hoursFigure(task.surplusHours)}
              {task.status !== 0 && (
                <small className="soft">
                  {m("ofTotal", { hours: hoursFigure(task.totalHours) })}
                </small>
              )}
            </td>
            <td
              className="numbers"
              data-meaning={
                (task.slack ?? 0) < 0 || task.late ? "late" : undefined
              }
            >
              {hoursFigure(task.slack)}
              {task.late && <small>{m("lateMark")}</small>}
            </td>
            <td className="numbers">{task.priority}</td>
            <td>
              <Readiness task={task} />
            </td>
            <td>
              {t(`status${task.status}`)}
              {task.reachRate !== null && ` ${outOfHundred(task.reachRate)} %`}
              {task.lockStatus === 1 && ` · ${t("locked")}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Readiness({ task }: { task: Task }) {
  const t = useWorkshopTexts();
  if (task.status !== 0) {
    return null;
  }
  const missing = [
    task.done < task.before &&
      t("before", { done: task.done, all: task.before }),
    !task.material && t("noMaterial"),
    !task.program && t("noProgram"),
    !task.drawing && t("noDrawing"),
    task.electrodesIn < task.electrodes &&
      t("electrodes", { in: task.electrodesIn, all: task.electrodes }),
  ].filter(Boolean);
  return missing.length === 0 ? (
    <span data-meaning="done">{t("allReady")}</span>
  ) : (
    <span>{capital(missing.join(t("comma")))}</span>
  );
}
