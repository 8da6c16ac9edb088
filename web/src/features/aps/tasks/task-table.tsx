import { App } from "antd";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { sortKeyOf } from "@/grid/column-layout";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Page } from "@/ui/page";
import { useDraftTexts } from "../draft/draft-texts";
import { PlanHead } from "../plan/plan-head";
import { planPath, useShownPlan } from "../plan/plan-version";
import type { Schedule } from "../plan/schedule";
import { useShownName } from "../plan/shown-name";
import { useApsTexts } from "../plan/texts";
import { MouldTasks } from "./mould-tasks";
import { questionOf } from "./task";
import { TaskEditingContext } from "./task-editing";
import { TaskChooser } from "./task-chooser";
import type { EditableTask, TaskSupplier } from "./task-edit";
import { useTaskEditTexts } from "./task-edit-texts";
import { TaskFilters } from "./task-filters";
import { TaskListTools, TaskSheet } from "./task-sheet";
import { useEditColumns } from "./use-edit-columns";
import { useTaskChoices } from "./use-task-choices";
import { useTaskEdits } from "./use-task-edits";
import { useTaskList } from "./use-task-list";
import { useTaskTrial } from "./use-task-trial";
import "@/resource/resource.css";
import "../plan/plan.css";

const DraftBar = lazy(async () => ({
  default: (await import("../draft/draft-bar")).DraftBar,
}));
// Only for those who edit.
const TaskEditBar = lazy(async () => ({
  default: (await import("./task-edit-bar")).TaskEditBar,
}));
const TaskTrial = lazy(async () => ({
  default: (await import("./task-trial")).TaskTrial,
}));

/** The tasks of a plan: of a schedule, whose typed values are its own, or of a mould in the plan in force. */
export function TaskTable() {
  const { id } = useParams();
  return id ? <TasksOfSchedule key={id} /> : <MouldTasks />;
}

/** States of a schedule in which its plan can be changed. */
const changeable = [2, 3];

function useMayEdit(schedule: Schedule | undefined, isNewest: boolean) {
  const mayChangePlan = useCan("aps.schedule.modify");
  const mayChangeOperation = useCan("capp.operation.modify");
  return (
    isNewest &&
    mayChangePlan &&
    mayChangeOperation &&
    schedule !== undefined &&
    schedule.tasks > 0 &&
    !schedule.simulation &&
    changeable.includes(schedule.status)
  );
}

const noRows: EditableTask[] = [];
const noSuppliers: TaskSupplier[] = [];

function TasksOfSchedule() {
  const t = useApsTexts();
  const edit = useTaskEditTexts();
  const draft = useDraftTexts();
  const table = useTaskChoices();
  const { found, schedule, of, isMissing, isNewest } = useShownPlan();
  const name = useShownName(of.id, schedule);
  const isGone = Boolean(found.data && !schedule);
  const mayEdit = useMayEdit(schedule, isNewest);
  const question = questionOf(of, table.choices, sortKeyOf(table.layout));
  const asked = useTaskList({
    question,
    version: schedule?.version,
    mayEdit,
    // Whether the rows can be edited says the schedule.
    enabled: !found.isPending && !isGone,
  });
  const columns = useEditColumns(mayEdit);
  const rows = mayEdit ? (asked.rows as EditableTask[]) : noRows;
  const edits = useTaskEdits(of.id, rows);
  const suppliers = asked.suppliers ?? noSuppliers;
  const [saved, setSaved] = useState(0);
  const say = useSaid();
  const [, setSearch] = useSearchParams();
  const trial = useTaskTrial({
    scheduleId: of.id,
    shownPlan: asked.planId,
    edits,
    onUnticked: (text) => say(edit(text)),
    onDrafted: () => say(draft("added"), "success"),
    onSaved: (count) => {
      setSaved(count);
      // A number in the address would hold on to the plan of before.
      if (of.planNumber > 0) {
        setSearch(
          (before) => {
            const next = new URLSearchParams(before);
            next.delete("plan");
            return next;
          },
          { replace: true },
        );
      }
    },
  });
  const { tasks, type, tick } = edits;
  const { clearNotice } = trial;
  // What was said about the ticked tasks is over when they are others.
  const begin = useCallback(() => {
    setSaved(0);
    clearNotice();
  }, [clearNotice]);
  const editing = useMemo(
    () => ({
      tasks,
      suppliers,
      type: (...args: Parameters<typeof type>) => {
        begin();
        type(...args);
      },
    }),
    [tasks, suppliers, type, begin],
  );
  const onTick = useCallback(
    (ids: string[]) => {
      begin();
      tick(ids);
    },
    [tick, begin],
  );
  useSaveKey(() => mayEdit && trial.save(), trial.isTrying || trial.isKeeping);

  const toList = <Link to="/aps/schedule">{t("toList")}</Link>;
  if (isGone) {
    return (
      <Page
        title={t("taskTitle", { name })}
        tools={
          <>
            <span className="push" />
            {toList}
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
          <TaskFilters table={table} hasScope />
          <TaskListTools
            table={table}
            found={asked}
            columns={columns}
            question={question}
          />
        </>
      }
    >
      <TaskChooser scheduleId={of.id}>
        <Link to={planPath("gantt", of)}>{t("openGantt")}</Link>
        {toList}
      </TaskChooser>
      {schedule && <PlanHead schedule={schedule} of={of} />}
      {schedule && of.version !== undefined && !isMissing && (
        <Suspense>
          <DraftBar schedule={schedule} />
        </Suspense>
      )}
      {schedule?.simulation && <p className="soft">{edit("simulation")}</p>}
      {mayEdit && !isMissing && (
        <Suspense>
          <TaskEditBar
            edits={edits}
            suppliers={suppliers}
            trial={trial}
            onUnticked={() => say(edit("tickTask"))}
          />
          <TaskTrial
            scheduleId={of.id}
            edits={edits}
            suppliers={suppliers}
            trial={trial}
            saved={saved}
          />
        </Suspense>
      )}
      {!isMissing && (
        <TaskEditingContext value={editing}>
          <TaskSheet
            table={table}
            found={asked}
            columns={columns}
            none={t("noTasks")}
            isAnswered={of.version !== undefined}
            {...(mayEdit && { ticked: edits.ticked, onTick })}
          />
        </TaskEditingContext>
      )}
    </Page>
  );
}

/** Says something that passes by, in place of what was said before. */
function useSaid() {
  const { message } = App.useApp();
  return useCallback(
    (text: string, kind: "warning" | "success" = "warning") => {
      message.destroy();
      void message[kind](text);
    },
    [message],
  );
}
