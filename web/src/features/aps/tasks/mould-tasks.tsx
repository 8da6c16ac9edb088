import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { sortKeyOf } from "@/grid/column-layout";
import { useCan } from "@/session/session";
import { Page } from "@/ui/page";
import { planPath } from "../plan/plan-version";
import { schedulesQuery } from "../plan/schedule";
import { useApsTexts } from "../plan/texts";
import { questionOf } from "./task";
import { TaskChooser } from "./task-chooser";
import { useTaskColumns } from "./task-columns";
import { useTaskEditTexts } from "./task-edit-texts";
import { TaskFilters } from "./task-filters";
import { TaskListTools, TaskSheet } from "./task-sheet";
import { useTaskChoices } from "./use-task-choices";
import { useTaskList } from "./use-task-list";

/** The task table without a schedule: it asks for one, or for a mould number, and shows that mould's tasks of the plan in force. */
export function MouldTasks() {
  const t = useTaskEditTexts();
  const [search] = useSearchParams();
  const mouldNo = search.get("mould")?.trim() ?? "";
  if (mouldNo) {
    return <TasksOfMould key={mouldNo} mouldNo={mouldNo} />;
  }
  return (
    <Page title={t("title")}>
      <TaskChooser />
      <p className="soft" role="status">
        {t("either")}
      </p>
    </Page>
  );
}

function TasksOfMould({ mouldNo }: { mouldNo: string }) {
  const t = useTaskEditTexts();
  const aps = useApsTexts();
  const table = useTaskChoices();
  const columns = useTaskColumns();
  const mayList = useCan("aps.schedule.check");
  const schedules = useQuery({ ...schedulesQuery(""), enabled: mayList });
  const inForce = schedules.data?.rows.find(
    ({ inForceNumber }) => inForceNumber > 0,
  );
  const question = questionOf(
    { mouldNo },
    table.choices,
    sortKeyOf(table.layout),
  );
  const asked = useTaskList({
    question,
    version: inForce?.version,
    enabled: true,
  });
  return (
    <Page
      title={t("mouldTitle", { no: mouldNo })}
      tools={
        <>
          <TaskFilters table={table} hasScope={false} />
          <TaskListTools
            table={table}
            found={asked}
            columns={columns}
            question={question}
          />
        </>
      }
    >
      <TaskChooser mouldNo={mouldNo}>
        <Link to="/aps/schedule">{aps("toList")}</Link>
      </TaskChooser>
      {schedules.isSuccess && (
        <p className="plan-head">
          {inForce ? (
            <span>
              {t("ofInForce")}{" "}
              <Link
                to={planPath("tasks", {
                  id: inForce.id,
                  planNumber: inForce.inForceNumber,
                })}
              >
                {t("versionOf", {
                  name: inForce.name,
                  number: inForce.inForceNumber,
                })}
              </Link>
            </span>
          ) : (
            t("noInForce")
          )}
        </p>
      )}
      <TaskSheet
        table={table}
        found={asked}
        columns={columns}
        none={t("noTasksOf", { no: mouldNo })}
        isAnswered
      />
    </Page>
  );
}
