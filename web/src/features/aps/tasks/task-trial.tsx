import { Button } from "antd";
import { Link } from "react-router";
import { useZone } from "@/session/session";
import { useDraftTexts } from "../draft/draft-texts";
import { Effect } from "../draft/preview-effect";
import { usePreviewTexts } from "../draft/preview-texts";
import { planPath } from "../plan/plan-version";
import {
  clashesOf,
  mostChanges,
  storedOf,
  titleOf,
  type EditField,
  type KeptTask,
  type Stored,
  type TaskSupplier,
} from "./task-edit";
import { useNamed } from "./task-edit-bar";
import { useTaskEditTexts } from "./task-edit-texts";
import type { TaskEdits } from "./use-task-edits";
import type { Notice, useTaskTrial } from "./use-task-trial";

interface TrialProps {
  scheduleId: string;
  edits: TaskEdits;
  suppliers: TaskSupplier[];
  trial: ReturnType<typeof useTaskTrial>;
  /** How many tasks were saved last. */
  saved: number;
}

/** What came of a trial or a save: the effect, what stands in the way, what somebody else has changed. */
export function TaskTrial(props: TrialProps) {
  const { scheduleId, trial, saved } = props;
  const t = useTaskEditTexts();
  const preview = usePreviewTexts();
  const draft = useDraftTexts();
  const zone = useZone();
  const { tried, notice } = trial;
  const count = new Set(tried?.changes.map(({ taskId }) => taskId)).size;
  return (
    <>
      {saved > 0 && (
        <p role="status" className="task-edit-note task-edit-done">
          {t("saved", { count: saved })}{" "}
          <Link to={planPath("gantt", { id: scheduleId, planNumber: 0 })}>
            {t("openGantt")}
          </Link>
        </p>
      )}
      <Clashes {...props} />
      {notice && (
        <div role="alert" className="task-edit-note">
          <NoticeWords of={notice} />
        </div>
      )}
      {trial.failure && (
        <p role="alert" className="task-edit-note">
          {trial.failure}
        </p>
      )}
      {trial.isOutdated && (
        <p role="status" className="task-edit-note">
          {t("stale")}
        </p>
      )}
      {tried && (
        <section className="task-trial" aria-label={t("effect")}>
          <header className="task-trial-head">
            <h2>
              {t(tried.purpose === "save" ? "toSave" : "ofTasks", { count })}
            </h2>
            {!trial.hasDraft && (
              <Button
                type="primary"
                // Whoever saves by keyboard goes on from here.
                autoFocus={tried.purpose === "save"}
                onClick={trial.keep}
              >
                {preview("keep")}
              </Button>
            )}
            {trial.draftIt && (
              <Button
                type={trial.hasDraft ? "primary" : "default"}
                autoFocus={trial.hasDraft && tried.purpose === "save"}
                onClick={trial.draftIt}
              >
                {draft("add")}
              </Button>
            )}
            <Button onClick={trial.drop}>{t("close")}</Button>
          </header>
          {trial.draftChanges > 0 && (
            <p className="soft">
              {draft("withDraft", { count: trial.draftChanges })}
            </p>
          )}
          <Effect effect={tried.effect} zone={zone} />
        </section>
      )}
    </>
  );
}

function NoticeWords({ of }: { of: Notice }) {
  const t = useTaskEditTexts();
  const named = useNamed();
  switch (of.about) {
    case "unlockFirst":
      return (
        <>
          <p>{t("unlockFirst")}</p>
          <p>{named(of.tasks)}</p>
        </>
      );
    case "left":
      return t("left", { tasks: named(of.tasks) });
    case "fault":
      return t(`fault.${of.fault}`, { tasks: named(of.tasks) });
    case "tooMany":
      return t("tooMany", { most: mostChanges, count: of.count });
    default:
      return t(of.about);
  }
}

/** What somebody else has changed while it was typed over: the planner says which value stays. */
function Clashes({ edits, suppliers }: TrialProps) {
  const t = useTaskEditTexts();
  const all = edits.edited.flatMap((one) =>
    clashesOf(one).map((field) => ({ one, field })),
  );
  if (all.length === 0) {
    return null;
  }
  const words = (field: EditField, value: Partial<Stored>[EditField]) =>
    (field === "lock"
      ? t(`lock${value as Stored["lock"]}`)
      : field === "supplierId"
        ? suppliers.find(({ id }) => id === value)?.name || t("inHouse")
        : value) || t("none");
  const names = {
    hours: "hours",
    lock: "lock",
    supplierId: "supplier",
    leadDays: "lead",
  } as const;
  const line = ({ task, edit, was }: KeptTask, field: EditField) =>
    t("clash", {
      task: titleOf(task),
      field: t(names[field]),
      was: words(field, was[field]),
      now: words(field, storedOf(task)[field]),
      mine: words(field, edit[field]),
    });
  return (
    <div role="alert" className="task-edit-note">
      <p>{t("clashTitle")}</p>
      <ul>
        {all.map(({ one, field }) => (
          <li key={one.task.taskId + field}>{line(one, field)}</li>
        ))}
      </ul>
      <p className="task-trial-head">
        <Button onClick={() => edits.settle("mine")}>{t("keepMine")}</Button>
        <Button onClick={() => edits.settle("theirs")}>
          {t("takeTheirs")}
        </Button>
      </p>
    </div>
  );
}
