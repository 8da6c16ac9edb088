import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { formatDue, formatInstant } from "@/i18n/format";
import { inSentence } from "@/resource/metadata";
import { useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { whyListQuery, whyQuery, type WhyMould, type WhyOf } from "./explain";
import { WhyRefused } from "./explain-refused";
import { spanWords, useWhyTexts } from "./explain-texts";
import { TaskName, WhyView } from "./explain-view";
import { lotOf } from "../plan/lot";
import { MouldNo } from "../plan/mould-names";
import type { PlanOf } from "../plan/plan-version";
import "./explain.css";

/** Every mould of a plan, the latest ones first, and why it ends when it does. */
export function WhyTab(props: {
  plan: PlanOf;
  /** What to do about a late mould. */
  remedy?: (mould: WhyMould) => ReactNode;
}) {
  const { plan, remedy } = props;
  const t = useWhyTexts();
  const [search, setSearch] = useSearchParams();
  const list = useQuery(whyListQuery(plan));
  if (list.isPending) {
    return <Loading />;
  }
  if (list.error) {
    return <p role="alert">{wordsOf(list.error)}</p>;
  }
  const rows = list.data.rows;
  const shown =
    rows.find((row) => row.mouldId === search.get("mould")) ?? rows[0];
  if (!shown) {
    return <p className="soft">{t("nothing")}</p>;
  }
  const task = search.get("task");
  const go = (next: { mould?: string; task?: string }) =>
    setSearch(
      (before) => {
        const asked = new URLSearchParams({ tab: "why", ...next });
        const number = before.get("plan");
        if (number) {
          asked.set("plan", number);
        }
        return asked;
      },
      { replace: true },
    );
  return (
    <div className="why-tab">
      <Moulds
        rows={rows}
        chosen={shown.mouldId}
        onChoose={(mould) => go({ mould })}
      />
      <Explained
        key={task ?? shown.mouldId}
        plan={plan}
        of={task ? { task } : { mould: shown.mouldId }}
        mould={shown}
        remedy={remedy}
        onTask={(next) => go({ mould: shown.mouldId, task: next })}
        onBack={() => go({ mould: shown.mouldId })}
      />
    </div>
  );
}

function Moulds(props: {
  rows: WhyMould[];
  chosen: string;
  onChoose: (mouldId: string) => void;
}) {
  const { rows, chosen, onChoose } = props;
  const t = useWhyTexts();
  const zone = useZone();
  const [wanted, setWanted] = useState("");
  const [lateOnly, setLateOnly] = useState(false);
  const found = rows.filter(
    (row) =>
      row.mouldNo.toLowerCase().includes(wanted.trim().toLowerCase()) &&
      (!lateOnly ||
        row.late > 0 ||
        row.state !== "planned" ||
        row.forced.length > 0),
  );
  return (
    <nav aria-label={t("moulds")}>
      <div className="why-filter">
        <input
          type="search"
          value={wanted}
          placeholder={t("filter")}
          aria-label={t("filter")}
          onChange={(event) => setWanted(event.target.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={lateOnly}
            onChange={(event) => setLateOnly(event.target.checked)}
          />{" "}
          {t("lateOnly")}
        </label>
      </div>
      <ul className="why-moulds">
        {found.map((row) => (
          <li key={row.mouldId}>
            <button
              type="button"
              aria-current={row.mouldId === chosen}
              onClick={() => onChoose(row.mouldId)}
            >
              <span>
                <b>
                  <MouldNo>{row.mouldNo}</MouldNo>
                </b>
                <Lateness row={row} />
              </span>
              <span>
                <small>
                  {row.due
                    ? `${t("due")} ${formatDue(row.due, zone)}`
                    : t("noDue")}
                </small>
                <small>{formatInstant(row.end, zone)}</small>
              </span>
              {row.forced.length > 0 && (
                <small data-meaning="late">
                  {t("forcedLate", { count: row.forced.length })}
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Lateness({ row }: { row: WhyMould }) {
  const t = useWhyTexts();
  if (row.state === "notPlanned") {
    return (
      <span data-meaning="late">
        {t("notPlanned", { reason: inSentence(row.reason) })}
      </span>
    );
  }
  if (row.unscheduled > 0) {
    return (
      <span data-meaning="late">
        {t("notWhole", { count: row.unscheduled })}
      </span>
    );
  }
  if (row.late === 0) {
    return <span className="soft">{t("onTimeShort")}</span>;
  }
  return <span data-meaning="late">{spanWords(row.late, t)}</span>;
}

function Explained(props: {
  plan: PlanOf;
  of: WhyOf;
  mould: WhyMould;
  remedy: ((mould: WhyMould) => ReactNode) | undefined;
  onTask: (taskId: string) => void;
  onBack: () => void;
}) {
  const { plan, of, mould, remedy, onTask, onBack } = props;
  const t = useWhyTexts();
  const zone = useZone();
  const isOfTask = "task" in of;
  // What has no place in the plan has no chain: its row knows the reason.
  const hasChain = isOfTask || mould.state !== "notPlanned";
  const why = useQuery(whyQuery(plan, hasChain ? of : null));
  const task = why.data?.task;
  return (
    <section>
      <div className="why-of">
        <h2>
          {task ? (
            <>
              {task.mouldNo} · <TaskName of={task} />
            </>
          ) : (
            mould.mouldNo
          )}
        </h2>
        {isOfTask && (
          <button type="button" className="plain-link" onClick={onBack}>
            {t("back")}
          </button>
        )}
      </div>
      {!isOfTask && mould.forced.length > 0 && (
        <ul className="why-forced" aria-label={t("forced")}>
          {mould.forced.map((part) => (
            <li key={part.taskId}>
              <button
                type="button"
                className="plain-link"
                onClick={() => onTask(part.taskId)}
              >
                {t(part.end === null ? "forcedOpen" : "forcedPart", {
                  part: lotOf(part),
                  due: formatDue(part.due, zone),
                  late: spanWords(part.late, t),
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!hasChain ? (
        <p className="soft">
          {t("mouldNotPlanned", { reason: inSentence(mould.reason) })}
        </p>
      ) : why.error ? (
        <WhyRefused of={why.error} />
      ) : why.data ? (
        <WhyView why={why.data} onTask={onTask}>
          {!isOfTask && remedy?.(mould)}
        </WhyView>
      ) : (
        <Loading />
      )}
    </section>
  );
}
