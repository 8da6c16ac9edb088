import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { useUiTexts } from "@/ui/texts";
import { lotOf, stepOf } from "./lot";
import { figure } from "./result";
import { useResultTexts } from "./result-texts";

interface Task {
  taskId: string;
  mouldNo: string;
  partNo: string;
  batchNo: string;
  opNo: number;
  segment: number;
  processName: string;
  groupName: string;
  resourceName: string;
  plannedStart: string | null;
  plannedEnd: string | null;
  reason: string;
  reasonCode: number;
  conflict: string;
  conflictWith: string;
  conflictHours: number;
}

// Of the reasons why nothing could be planned, those that have a page to mend them.
const remedies: Record<number, "noResource" | "predecessor" | "horizon"> = {
  1: "noResource",
  2: "predecessor",
  3: "horizon",
};

/** Tasks that need a planner: not scheduled, in conflict, or resting on an assumed date. */
export function ProblemTasks({ id, version }: { id: string; version: number }) {
  const t = useResultTexts();
  return (
    <div className="problem-tasks">
      <TaskList
        id={id}
        version={version}
        state="unscheduled"
        title={t("unscheduledTasks")}
      />
      <TaskList
        id={id}
        version={version}
        state="conflict"
        title={t("conflictTasks")}
      />
      <TaskList
        id={id}
        version={version}
        state="assumed"
        title={t("assumedTasks")}
      />
    </div>
  );
}

const shown = 200;

function TaskList(props: {
  id: string;
  version: number;
  state: "unscheduled" | "conflict" | "assumed";
  title: string;
}) {
  const { id, version, state, title } = props;
  const t = useResultTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const list = useQuery({
    queryKey: ["problem-tasks", id, version, state],
    queryFn: () =>
      call<{ rows: Task[]; total: number }>("POST", "aps/task/plan/query", {
        body: { scheduleId: id, state, size: shown, sort: "mouldNo" },
      }),
  });
  const { rows = [], total = 0 } = list.data ?? {};
  return (
    <section>
      <h2>
        {title} <span className="soft numbers">{figure(total)}</span>
      </h2>
      {list.isError && !list.data && (
        <Failure of={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <p className="soft">{ui("loading")}</p>}
      {list.data && total === 0 && <p className="soft">{t(`${state}None`)}</p>}
      {total > 0 && (
        <>
          <p className="soft">{t(`${state}About`)}</p>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t("task")}</th>
                <th>{t("process")}</th>
                <th>{t("group")}</th>
                <th>{state === "unscheduled" ? t("reason") : t("planned")}</th>
                <th>{state === "assumed" ? "" : t("whatToDo")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.taskId}>
                  <th scope="row">
                    {row.mouldNo} / {lotOf(row)} / {stepOf(row)}
                  </th>
                  <td>{row.processName}</td>
                  <td>{row.resourceName || row.groupName}</td>
                  <td>
                    {state === "unscheduled"
                      ? row.reason
                      : `${formatInstant(row.plannedStart, zone)} – ${formatInstant(row.plannedEnd, zone)}`}
                  </td>
                  <td>
                    {state === "unscheduled" &&
                      remedies[row.reasonCode] &&
                      t(`remedy.${remedies[row.reasonCode]!}`)}
                    {state === "conflict" &&
                      t("conflictIs", {
                        rule: row.conflict,
                        other: row.conflictWith,
                        hours: figure(row.conflictHours, 1),
                      })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > shown && <p className="soft">{t("more", { shown })}</p>}
        </>
      )}
    </section>
  );
}
