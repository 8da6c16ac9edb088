import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useCallback, useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { call } from "@/api/call";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import { lotOf, stepOf } from "./lot";
import { figure } from "./result";
import { scheduleQuery } from "./schedule";
import { useApsTexts } from "./texts";
import "./aps.css";

interface Task {
  taskId: string;
  mouldNo: string;
  partNo: string;
  partName: string;
  opNo: number;
  segment: number;
  processName: string;
  sectionName: string;
  groupName: string;
  resourceName: string;
  plannedStart: string | null;
  plannedEnd: string | null;
  latestStart: string | null;
  latestEnd: string | null;
  realStart: string | null;
  realEnd: string | null;
  hours: number;
  plannedHours: number;
  surplusHours: number;
  slack: number | null;
  camStatus: 0 | 1 | 2 | 3;
  reachRate: number | null;
  sourceFlag: 0 | 1 | 2 | 3 | 4;
  batchNo: string;
  scheduled: boolean;
  planned: boolean;
  batched: boolean;
  assumed: boolean;
  marks: ("coarse" | "breaksSpec" | "changesMachine")[];
  conflict: string;
  workpieceName: string;
  priority: number;
  batchQty: number;
  status: 0 | 1 | 2 | 3;
  lockStatus: 0 | 1;
  outsourced: boolean;
  reason: string;
  late: boolean;
}

const states = [
  "scheduled",
  "unscheduled",
  "late",
  "conflict",
  "assumed",
  "marked",
  "outsourced",
  "batched",
  "unbatched",
] as const;

const size = 500;
const idOf = (task: Task) => task.taskId;

/** The tasks of a schedule's newest plan. */
export function TaskTable() {
  const { id = "" } = useParams();
  const t = useApsTexts();
  const ui = useUiTexts();
  const [typed, setTyped] = useState("");
  const [lock, setLock] = useState(2);
  const [state, setState] = useState("");
  const [status, setStatus] = useState(-1);
  const search = useDebounced(typed).trim();
  const [layout, setLayout] = useColumnLayout("aps.task", {
    pinned: ["mouldNo"],
  });
  const sorted = layout.sort[0];
  const sort = sorted ? (sorted.desc ? "-" : "") + sorted.id : "plannedStart";
  const schedule = useQuery(scheduleQuery(id)).data?.rows[0];
  const list = useInfiniteQuery({
    queryKey: [
      "tasks",
      id,
      schedule?.version,
      search,
      lock,
      state,
      status,
      sort,
    ],
    queryFn: ({ pageParam, signal }) =>
      call<{ rows: Task[]; total: number }>("POST", "aps/task/plan/query", {
        body: {
          scheduleId: id,
          lockStatus: lock,
          ...(state && { state }),
          ...(status >= 0 && { status }),
          page: pageParam,
          size,
          sort,
          q: search,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * size < last.total ? pages.length + 1 : undefined,
  });
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  const total = list.data?.pages[0]?.total ?? 0;
  const columns = useTaskColumns();
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);

  return (
    <Page
      title={t("taskTitle", { name: schedule?.name ?? "" })}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <Select
            aria-label={t("lock")}
            value={lock}
            onChange={setLock}
            options={([2, 0, 1] as const).map((value) => ({
              value,
              label: t(`lock${value}`),
            }))}
          />
          <Select
            aria-label={t("planState")}
            value={state}
            onChange={setState}
            options={["", ...states].map((value) => ({
              value,
              label: value
                ? t(`state.${value as (typeof states)[number]}`)
                : t("anyState"),
            }))}
          />
          <Select
            aria-label={t("taskStatus")}
            value={status}
            onChange={setStatus}
            options={([-1, 0, 1, 2, 3] as const).map((value) => ({
              value,
              label: value === -1 ? t("anyStatus") : t(`task${value}`),
            }))}
          />
          <span role="status" className="resource-count numbers soft">
            {t("rows", { shown: rows.length, total, count: total })}
          </span>
          <span className="push" />
          <Link to={`/aps/schedule/${id}/gantt`}>{t("openGantt")}</Link>
          <Link to="/aps/schedule">{t("toList")}</Link>
        </>
      }
    >
      <DataGrid
        label={t("tasks")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        sortedByServer
        onEndReached={more}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t("noTasks")
          )
        }
      />
    </Page>
  );
}

function useTaskColumns(): GridColumn<Task>[] {
  const t = useApsTexts();
  const zone = useZone();
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
      },
      {
        id: "sectionName",
        title: t("section"),
        value: (task) => task.sectionName,
        sortable: false,
        width: 90,
      },
      {
        id: "groupName",
        title: t("group"),
        value: (task) => task.groupName,
      },
      {
        id: "resourceName",
        title: t("resource"),
        value: (task) => task.resourceName,
        render: (task) =>
          task.outsourced ? (
            <StatusMark meaning="outsourced">
              {task.resourceName || t("outsourced")}
            </StatusMark>
          ) : (
            task.resourceName
          ),
      },
      time("plannedStart"),
      time("plannedEnd"),
      {
        id: "hours",
        title: t("hours"),
        value: (task) => task.hours,
        numeric: true,
        width: 80,
      },
      ...(["plannedHours", "surplusHours", "slack", "reachRate"] as const).map(
        (id) => ({
          id,
          title: t(id),
          value: (task: Task) => task[id] ?? "",
          render: (task: Task) => figure(task[id], id === "reachRate" ? 0 : 1),
          numeric: true,
          sortable: false,
          width: 96,
        }),
      ),
      {
        id: "planState",
        title: t("planState"),
        value: (task) =>
          [
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
        value: (task) => task.reason || task.conflict,
        sortable: false,
      },
      {
        id: "status",
        title: t("taskStatus"),
        value: (task) => t(`task${task.status}`),
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
  }, [t, zone]);
}
