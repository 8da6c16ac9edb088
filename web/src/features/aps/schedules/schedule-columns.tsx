import { useMemo } from "react";
import { Link } from "react-router";
import type { GridColumn } from "@/grid/grid-column";
import { formatDue, formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { LateTodayBeside } from "@/ui/late-today";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { ReplacedBy } from "../plan/plan-head";
import { figure } from "../plan/figure";
import { isAhead, type Schedule } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";
import { useRunWords } from "../plan/use-run-words";

const meanings: Meaning[] = ["off", "active", "on-time", "done"];

/** The columns of the list of schedules. */
export function useScheduleColumns(): GridColumn<Schedule>[] {
  const t = useApsTexts();
  const zone = useZone();
  return useMemo(() => {
    const time = (value: string | null) => formatInstant(value, zone);
    return [
      {
        id: "name",
        title: t("name"),
        value: (row) => row.name,
        width: 200,
        render: (row) => (
          <>
            {row.name}
            {row.simulation && (
              <small className="soft"> {t("simulation")}</small>
            )}
          </>
        ),
      },
      {
        id: "status",
        title: t("status"),
        value: (row) => row.status,
        width: 330,
        render: (row) => <StateCell row={row} />,
      },
      {
        id: "results",
        title: t("results"),
        value: () => "",
        sortable: false,
        width: 180,
        render: (row) =>
          row.tasks > 0 && (
            <span className="aps-links">
              <Link to={`/aps/schedule/${row.id}/tasks`}>{t("openTasks")}</Link>
              <Link to={`/aps/schedule/${row.id}/gantt`}>{t("openGantt")}</Link>
              <Link to={`/aps/schedule/${row.id}/result`}>
                {t("openResult")}
              </Link>
            </span>
          ),
      },
      {
        id: "runStatus",
        title: t("runStatus"),
        value: (row) =>
          t(row.run?.queued ? "runQueued" : `run${row.runStatus}`),
        width: 90,
      },
      {
        id: "startTime",
        title: t("start"),
        value: (row) => time(row.startTime),
        width: 140,
      },
      {
        id: "deliveryTime",
        title: t("delivery"),
        value: (row) => formatDue(row.deliveryTime ?? row.latestDelivery, zone),
        render: (row) =>
          row.deliveryTime ? (
            formatDue(row.deliveryTime, zone)
          ) : (
            <span className="soft" title={t("latestOfMoulds")}>
              {formatDue(row.latestDelivery, zone)}
            </span>
          ),
        width: 140,
      },
      {
        id: "planNumber",
        title: t("figuresOf"),
        value: (row) => row.planNumber,
        render: (row) =>
          row.planNumber > 0 && t("versionOf", { number: row.planNumber }),
        width: 110,
      },
      ...(
        [
          "moulds",
          "tasks",
          "late",
          "unscheduled",
          "carriedMoulds",
          "carriedLate",
        ] as const
      ).map((id) => ({
        id,
        title: t(id),
        value: (row: Schedule) => (row.planNumber > 0 ? row[id] : null),
        render: (row: Schedule) => (
          <span className="aps-figure">
            {(id === "late" || id === "carriedLate") && (
              <LateTodayBeside row={row} of={id} />
            )}
            {figure(row.planNumber > 0 ? row[id] : null)}
          </span>
        ),
        numeric: true,
        width: 96,
      })),
      {
        id: "runSeconds",
        title: t("runSeconds"),
        value: (row) => row.runSeconds,
        render: (row) => figure(row.runSeconds, 1),
        numeric: true,
        width: 110,
      },
      {
        id: "scheduler",
        title: t("scheduler"),
        value: (row) => row.schedulerName,
        width: 90,
      },
      {
        id: "publisher",
        title: t("publisher"),
        value: (row) => row.publisherName,
        width: 90,
      },
      {
        id: "publishTime",
        title: t("publishTime"),
        value: (row) => time(row.publishTime),
        width: 140,
      },
      {
        id: "createTime",
        title: t("createTime"),
        value: (row) => time(row.createTime),
        width: 140,
      },
      {
        id: "createUser",
        title: t("createUser"),
        value: (row) => row.createUserName,
        width: 90,
      },
      {
        id: "defaultFlag",
        title: t("defaultFlag"),
        value: (row) => (row.defaultFlag ? "✓" : ""),
        width: 70,
      },
    ];
  }, [t, zone]);
}

function StateCell({ row }: { row: Schedule }) {
  const t = useApsTexts();
  const say = useRunWords();
  return row.run ? (
    <StatusMark meaning="active">{say(row.run)}</StatusMark>
  ) : (
    <>
      <StatusMark meaning={meanings[row.status]!}>
        {t(`status${row.status}`)}
      </StatusMark>
      {row.inForceNumber > 0 && (
        <small className="soft">
          {" "}
          {t(isAhead(row) ? "inForceAndNewer" : "inForceOnly", {
            number: row.inForceNumber,
            newer: row.planNumber,
          })}
        </small>
      )}
      {row.replacedBy && (
        <small>
          {" "}
          <ReplacedBy plan={row.replacedBy} />
        </small>
      )}
    </>
  );
}
