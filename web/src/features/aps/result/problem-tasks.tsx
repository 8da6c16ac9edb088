import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { RecordName } from "@/ui/record-name";
import { DataHints } from "./data-hints";
import { lotOf, stepOf } from "../plan/lot";
import { MouldNo } from "../plan/mould-names";
import { numbered, type PlanOf } from "../plan/plan-version";
import { figure } from "../plan/figure";
import { evaluationQuery } from "./result";
import { conflictText } from "../plan/conflict-text";
import { useResultTexts } from "./result-texts";
import { useDifferenceTexts } from "../plan/difference-texts";
import { useApsTexts } from "../plan/texts";

type Task = Schema<"ApsTaskView">;

// Why a task could not be planned, by the server's codes: each has its remedy.
const remedies = {
  1: "noResource",
  2: "predecessor",
  3: "horizon",
  4: "specification",
  5: "noHours",
  6: "paused",
} as const;

// The rules that a fixed task can break, by the server's codes.
const conflictRemedies = {
  1: "capacity",
  2: "calendar",
  3: "eligibility",
  4: "precedence",
  5: "release",
} as const;

const states = ["unscheduled", "conflict", "marked", "assumed"] as const;
type State = (typeof states)[number];

/** What needs a planner: tasks not scheduled, in conflict, against a preference or on an assumed date, and missing data. */
export function ProblemTasks({ of }: { of: PlanOf }) {
  const t = useResultTexts();
  return (
    <div className="problem-tasks">
      <UnplannedMoulds of={of} />
      {states.map((state) => (
        <TaskList
          key={state}
          of={of}
          state={state}
          title={t(`${state}Tasks`)}
        />
      ))}
      <DataHints of={of} />
    </div>
  );
}

const mouldRemedies = {
  ...remedies,
  101: "noOperations",
  102: "batchesClosed",
  103: "onHold",
} as const;

function UnplannedMoulds({ of }: { of: PlanOf }) {
  const t = useResultTexts();
  const { say } = useLanguage();
  const worth = useQuery(evaluationQuery(of));
  const moulds = worth.data?.unplanned ?? [];
  return (
    <section>
      <h2>
        {t("unplannedMoulds")}{" "}
        <span className="soft numbers">{figure(moulds.length)}</span>
      </h2>
      {worth.isError && !worth.data && (
        <Failure of={worth.error} onRetry={() => void worth.refetch()} />
      )}
      {worth.isPending && <Loading />}
      {worth.data && moulds.length === 0 && (
        <p className="soft">{t("unplannedMouldsNone")}</p>
      )}
      {moulds.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t("mould")}</th>
              <th>{t("stateOf")}</th>
              <th>{t("reason")}</th>
              <th className="numbers">{t("unscheduled")}</th>
              <th>{t("whatToDo")}</th>
            </tr>
          </thead>
          <tbody>
            {moulds.map((mould) => (
              <tr key={mould.mouldId}>
                <th scope="row">
                  <MouldNo>{mould.mouldNo}</MouldNo>
                </th>
                <td>{t(`mouldState.${mould.state}`)}</td>
                <td data-meaning="late">{say(mould.words)}</td>
                <td className="numbers">{figure(mould.unscheduled)}</td>
                <td>
                  {mould.reason in mouldRemedies &&
                    t(
                      `remedy.${mouldRemedies[mould.reason as keyof typeof mouldRemedies]}`,
                    )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const shown = 200;

function TaskList(props: { of: PlanOf; state: State; title: string }) {
  const { of, state, title } = props;
  const t = useResultTexts();
  const rules = useDifferenceTexts();
  const aps = useApsTexts();
  const zone = useZone();
  const { say } = useLanguage();
  const list = useQuery({
    queryKey: ["problem-tasks", of, state],
    queryFn: () =>
      call("POST", "aps/task/plan/query", {
        body: {
          scheduleId: of.id,
          ...numbered(of),
          state,
          size: shown,
          sort: "mouldNo",
        },
      }),
  });
  const { rows = [], total = 0, tasks = total } = list.data ?? {};
  /** What the heading names: without a place in the plan there is just its group. */
  function placeOf(row: Task) {
    const name = state === "unscheduled" ? row.groupName : row.resourceName;
    return name || (row.outsourced ? aps("outsourced") : "–");
  }
  function whatToDo(row: Task) {
    switch (state) {
      case "unscheduled":
        return row.reasonCode in remedies
          ? t(`remedy.${remedies[row.reasonCode as keyof typeof remedies]}`)
          : "";
      case "conflict":
        return row.conflicts
          .filter(({ code }) => code in conflictRemedies)
          .map(({ code }) => (
            <div key={code}>
              {t(
                `conflictRemedy.${conflictRemedies[code as keyof typeof conflictRemedies]}`,
              )}
            </div>
          ));
      default:
        return row.marks.map((mark) => t(`markRemedy.${mark}`)).join(" ");
    }
  }
  return (
    <section>
      <h2>
        {title} <span className="soft numbers">{figure(tasks)}</span>
      </h2>
      {list.isError && !list.data && (
        <Failure of={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Loading />}
      {list.data && total === 0 && <p className="soft">{t(`${state}None`)}</p>}
      {total > 0 && (
        <>
          <p className="soft">{t(`${state}About`)}</p>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t("task")}</th>
                <th>{t("process")}</th>
                <th>
                  {state === "unscheduled" ? t("group") : aps("resource")}
                </th>
                <th>{state === "unscheduled" ? t("reason") : t("planned")}</th>
                {(state === "conflict" || state === "marked") && (
                  <th>{t("against")}</th>
                )}
                {state !== "assumed" && <th>{t("whatToDo")}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.taskId}>
                  <th scope="row">
                    <MouldNo>{row.mouldNo}</MouldNo> / {lotOf(row)} /{" "}
                    {stepOf(row)}
                  </th>
                  <td>
                    <RecordName>{row.processName}</RecordName>
                  </td>
                  <td>
                    <RecordName>{placeOf(row)}</RecordName>
                  </td>
                  <td>
                    {state === "unscheduled"
                      ? row.reason
                      : `${formatInstant(row.plannedStart, zone)} – ${formatInstant(row.plannedEnd, zone)}`}
                  </td>
                  {state === "conflict" && (
                    <td>
                      {row.conflicts.map((rule) => (
                        <div key={rule.code}>
                          {conflictText(rule, say, rules)}
                        </div>
                      ))}
                    </td>
                  )}
                  {state === "marked" && (
                    <td>
                      {row.marks
                        .map((mark) => t(`mark.${mark}`))
                        .join(t("and"))}
                    </td>
                  )}
                  {state !== "assumed" && <td>{whatToDo(row)}</td>}
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
