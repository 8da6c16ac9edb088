import { App, Button } from "antd";
import type { ReactNode } from "react";
import { shownIn } from "@/grid/column-layout";
import { ColumnMenu } from "@/grid/column-menu";
import { DataGrid } from "@/grid/data-grid";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import type { GridColumn } from "@/grid/grid-column";
import { useListExport } from "@/grid/use-list-export";
import { ViewMenu } from "@/grid/view-menu";
import { Failure } from "@/ui/failure";
import { useUiTexts } from "@/ui/texts";
import { useApsTexts } from "../plan/texts";
import type { Task, TaskQuestion } from "./task";
import { ownColumn } from "./use-edit-columns";
import { firstLayout, type useTaskChoices } from "./use-task-choices";
import type { useTaskList } from "./use-task-list";

interface Shown {
  table: ReturnType<typeof useTaskChoices>;
  found: ReturnType<typeof useTaskList>;
  columns: GridColumn<Task>[];
}

/** How many rows there are, views, columns and files of them. */
export function TaskListTools(props: Shown & { question: TaskQuestion }) {
  const { table, found, columns, question } = props;
  const t = useApsTexts();
  const { message } = App.useApp();
  const { choices, typed, layout } = table;
  const { list, rows, total, tasks } = found;
  const exported = useListExport(
    "aps/task/plan/export",
    question,
    shownIn(layout, columns).filter((id) => id !== ownColumn),
  );

  /** What the question that is on the screen has found: while it is unanswered there is nothing to export (APS-TASK-08). */
  function exportAs(format: SheetFormat) {
    if (list.isSuccess && typed.trim() === choices.search) {
      exported.mutate(format);
    } else {
      message.destroy();
      void message.warning(t("queryFirst"));
    }
  }

  return (
    <>
      <span role="status" className="resource-count numbers soft">
        {list.data &&
          t(tasks < total ? "rowsOfTasks" : "rows", {
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
    </>
  );
}

const idOf = (task: Task) => task.taskId;

interface SheetProps extends Shown {
  /** Said where there is no task at all. */
  none: ReactNode;
  /** The question is about something that has tasks. */
  isAnswered: boolean;
  /** For those who edit: the ticked tasks. */
  ticked?: string[];
  onTick?: (ids: string[]) => void;
}

/** The rows. */
export function TaskSheet(props: SheetProps) {
  const { table, found, columns, ticked, onTick } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const { list } = found;
  return (
    <DataGrid
      label={t("tasks")}
      columns={columns}
      rows={found.rows}
      rowId={idOf}
      layout={table.layout}
      onLayoutChange={table.arrange}
      {...(ticked &&
        onTick && { selection: ticked, onSelectionChange: onTick })}
      sortedByServer
      onEndReached={found.more}
      empty={
        list.isPending ? (
          ui("loading")
        ) : list.isError ? (
          <Failure of={list.error} onRetry={() => void list.refetch()} />
        ) : table.isNarrowed && props.isAnswered ? (
          <>
            <p>{t("noTaskFound")}</p>
            <Button onClick={table.clear}>{t("clearChoices")}</Button>
          </>
        ) : (
          props.none
        )
      }
    />
  );
}
