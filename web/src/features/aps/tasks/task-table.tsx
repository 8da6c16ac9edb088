import { useInfiniteQuery } from "@tanstack/react-query";
import { App, Button, Select } from "antd";
import { useCallback, useMemo } from "react";
import { Link } from "react-router";
import { shownIn, sortKeyOf } from "@/grid/column-layout";
import { ColumnMenu } from "@/grid/column-menu";
import { DataGrid } from "@/grid/data-grid";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import { useListExport } from "@/grid/use-list-export";
import { ViewMenu } from "@/grid/view-menu";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import { PlanHead } from "../plan/plan-head";
import { planPath, useShownPlan } from "../plan/plan-version";
import { useShownName } from "../plan/shown-name";
import {
  questionOf,
  taskScopes,
  tasksQuery,
  taskStates,
  type Task,
} from "./task";
import { useTaskColumns } from "./task-columns";
import { useApsTexts } from "../plan/texts";
import { firstLayout, useTaskChoices } from "./use-task-choices";
import "@/resource/resource.css";
import "../plan/plan.css";

const idOf = (task: Task) => task.taskId;

/** The tasks of a plan. */
export function TaskTable() {
  const t = useApsTexts();
  const m = useMeaningTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const table = useTaskChoices();
  const { lock, scope, state, status, choices, typed, setTyped, layout } =
    table;
  const { found, schedule, of, isMissing } = useShownPlan();
  const name = useShownName(of.id, schedule);
  const isGone = Boolean(found.data && !schedule);
  const question = questionOf(of, choices, sortKeyOf(layout));
  const list = useInfiniteQuery({
    ...tasksQuery(question, schedule?.version),
    enabled: !isGone,
  });
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  const { total = 0, tasks = total } = list.data?.pages[0] ?? {};
  const columns = useTaskColumns();
  const exported = useListExport(
    "aps/task/plan/export",
    question,
    shownIn(layout, columns),
  );
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);

  /** What the question that is on the screen has found: while it is unanswered there is nothing to export (APS-TASK-08). */
  function exportAs(format: SheetFormat) {
    if (list.isSuccess && typed.trim() === choices.search) {
      exported.mutate(format);
    } else {
      message.destroy();
      void message.warning(t("queryFirst"));
    }
  }

  if (isGone) {
    return (
      <Page
        title={t("taskTitle", { name })}
        tools={
          <>
            <span className="push" />
            <Link to="/aps/schedule">{t("toList")}</Link>
          </>
        }
      >
        <p className="soft">{t("goneSchedule")}</p>
      </Page>
    );
  }
  return (
    <Page
      title={t("taskTitle", { name })}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <Select
            aria-label={m("scope")}
            value={scope}
            onChange={(scope) => table.narrow({ scope })}
            options={taskScopes.map((value) => ({
              value,
              label: value === "all" ? m("bothScopes") : t(`state.${value}`),
            }))}
          />
          <Select
            aria-label={t("lock")}
            value={lock}
            onChange={(lock) => table.narrow({ lock })}
            options={([2, 0, 1] as const).map((value) => ({
              value,
              label: t(`lock${value}`),
            }))}
          />
          <Select
            aria-label={t("planState")}
            value={state}
            onChange={(state) => table.narrow({ state })}
            options={(["", ...taskStates] as const).map((value) => ({
              value,
              label: value ? t(`state.${value}`) : t("anyState"),
            }))}
          />
          <Select
            aria-label={t("taskStatus")}
            value={status}
            onChange={(status) => table.narrow({ status })}
            options={([-1, 0, 1, 2, 3] as const).map((value) => ({
              value,
              label: value === -1 ? t("anyStatus") : t(`task${value}`),
            }))}
          />
          <span role="status" className="resource-count numbers soft">
            {t(tasks < total ? "rowsOfTasks" : "rows", {
              ...{ shown: rows.length, total, count: total, tasks },
            })}
          </span>
          <span className="push" />
          <ViewMenu
            name="aps.task"
            current={{ layout, ...choices }}
            onApply={table.apply}
          />
          <ColumnMenu
            columns={columns}
            layout={layout}
            first={firstLayout}
            onLayoutChange={table.arrange}
          />
          <ExportMenu permission="aps.task.export" onExport={exportAs} />
          <Link to={planPath("gantt", of)}>{t("openGantt")}</Link>
          <Link to="/aps/schedule">{t("toList")}</Link>
        </>
      }
    >
      {schedule && <PlanHead schedule={schedule} of={of} />}
      {!isMissing && (
        <DataGrid
          label={t("tasks")}
          columns={columns}
          rows={rows}
          rowId={idOf}
          layout={layout}
          onLayoutChange={table.arrange}
          sortedByServer
          onEndReached={more}
          empty={
            list.isPending ? (
              ui("loading")
            ) : list.isError ? (
              <Failure of={list.error} onRetry={() => void list.refetch()} />
            ) : table.isNarrowed && of.version !== undefined ? (
              <>
                <p>{t("noTaskFound")}</p>
                <Button onClick={table.clear}>{t("clearChoices")}</Button>
              </>
            ) : (
              t("noTasks")
            )
          }
        />
      )}
    </Page>
  );
}
