import { useMemo } from "react";
import type { GridColumn } from "@/grid/grid-column";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { conflictText } from "../plan/conflict-text";
import { lotOf, stepOf } from "../plan/lot";
import { figure, hoursFigure, outOfHundred } from "../plan/figure";
import { useDifferenceTexts } from "../plan/difference-texts";
import type { Task } from "./task";
import { useApsTexts } from "../plan/texts";

/** The columns of the task table; the server knows them by the same keys. */
export function useTaskColumns(): GridColumn<Task>[] {
  const t = useApsTexts();
  const zone = useZone();
  const of = useDifferenceTexts();
  const { say } = useLanguage();
  return useMemo(() => {
    const time = (
      id:
        | "plannedStart"
        | "plannedEnd"
        | "latestStart"
        | "latestEnd"
        | "realStart"
        | "realEnd",
    ): GridColumn<Task> => ({
      id,
      title: t(id),
      value: (task) => formatInstant(task[id], zone),
      width: 140,
      sortable: !id.startsWith("real"),
    });
    return [
      {
        id: "mouldNo",
        title: t("mouldNo"),
        value: (task) => task.mouldNo,
        render: (task) => (
          <StatusMark meaning={task.late ? "late" : "on-time"}>
            {task.mouldNo}
          </StatusMark>
        ),
      },
      { id: "partNo", title: t("partNo"), value: lotOf },
      {
        id: "partName",
        title: t("partName"),
        value: (task) => task.partName,
        sortable: false,
      },
      {
        id: "opNo",
        title: t("opNo"),
        value: (task) => stepOf(task),
        numeric: true,
        width: 80,
      },
      {
        id: "processName",
        title: t("process"),
        value: (task) => task.processName,
        render: (task) => <RecordName>{task.processName}</RecordName>,
      },
      {
        id: "sectionName",
        title: t("section"),
        value: (task) => task.sectionName,
        render: (task) => <RecordName>{task.sectionName}</RecordName>,
        sortable: false,
        width: 90,
      },
      {
        id: "groupName",
        title: t("group"),
        value: (task) => task.groupName,
        render: (task) => <RecordName>{task.groupName}</RecordName>,
      },
      {
        id: "resourceName",
        title: t("resource"),
        value: (task) => task.resourceName,
        render: (task) =>
          task.outsourced ? (
            <StatusMark meaning="outsourced">
              <RecordName>{task.resourceName || t("outsourced")}</RecordName>
            </StatusMark>
          ) : (
            <RecordName>{task.resourceName}</RecordName>
          ),
      },
      time("plannedStart"),
      time("plannedEnd"),
      ...(
        [
          "hours",
          "plannedHours",
          "surplusHours",
          "leadDays",
          "slack",
          "reachRate",
        ] as const
      ).map((id) => ({
        id,
        title: t(id),
        value: (task: Task) => task[id] ?? "",
        render: (task: Task) =>
          (id === "reachRate" ? outOfHundred : hoursFigure)(task[id]),
        numeric: true,
        sortable: id === "hours",
        width: id === "hours" ? 80 : 116,
      })),
      {
        id: "planState",
        title: t("planState"),
        value: (task) =>
          [
            task.carried ? t("carried") : "", // first: the column is narrow
            t(task.scheduled ? "state.scheduled" : "state.unscheduled"),
            t(task.planned ? "inPlan" : "outOfPlan"),
            t(task.batched ? "state.batched" : "state.unbatched"),
            task.assumed ? t("state.assumed") : "",
            ...task.marks.map((mark) => t(`mark.${mark}`)),
          ]
            .filter(Boolean)
            .join(" · "),
        sortable: false,
        width: 190,
      },
      {
        id: "reason",
        title: t("reason"),
        value: (task) => task.reason,
        sortable: false,
      },
      {
        id: "conflict",
        title: t("conflict"),
        value: (task) =>
          task.conflicts.map((rule) => conflictText(rule, say, of)).join(" · "),
        sortable: false,
        width: 160,
      },
      {
        id: "status",
        title: t("taskStatus"),
        value: (task) => t(`task${task.status}`),
        sortable: false,
        width: 100,
      },
      {
        id: "lockStatus",
        title: t("lock"),
        value: (task) => t(`lock${task.lockStatus}`),
        sortable: false,
        width: 80,
      },
      {
        id: "priority",
        title: t("priority"),
        value: (task) => task.priority,
        numeric: true,
        width: 80,
      },
      {
        id: "batchNo",
        title: t("batchNo"),
        value: (task) => task.batchNo,
        width: 90,
      },
      {
        id: "batchQty",
        title: t("qty"),
        value: (task) => task.batchQty,
        render: (task) => figure(task.batchQty),
        numeric: true,
        width: 80,
      },
      {
        id: "camStatus",
        title: t("camStatus"),
        value: (task) => t(`cam${task.camStatus}`),
        sortable: false,
        width: 90,
      },
      {
        id: "sourceFlag",
        title: t("source"),
        value: (task) => t(`source${task.sourceFlag}`),
        sortable: false,
        width: 90,
      },
      time("latestStart"),
      time("latestEnd"),
      time("realStart"),
      time("realEnd"),
    ];
  }, [t, of, zone, say]);
}
