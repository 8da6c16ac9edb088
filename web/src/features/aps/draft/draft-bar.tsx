import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useEffect, useState } from "react";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { can, useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { Why } from "@/ui/why";
import { scheduleQuery, type Schedule } from "../plan/schedule";
import { usePublish } from "../plan/use-publish";
import { DraftSteps } from "./draft-steps";
import { useDraftTexts } from "./draft-texts";
import { missingFor } from "./preview";
import { Effect } from "./preview-effect";
import { useStepWords } from "./step-words";
import {
  discard,
  dismissLeft,
  isStale,
  keepDraft,
  rebase,
  stepTo,
  useDraft,
  type Draft,
} from "./use-draft";
import { useDraftEffect } from "./use-draft-effect";
import "./draft.css";

/** A person's draft for a schedule: what it would do, its steps, and the way out of it. Without one, who else has one. */
export function DraftBar({ schedule }: { schedule: Schedule }) {
  const { draft, act } = useDraft(schedule.id);
  if (!draft) {
    return null;
  }
  return (
    <>
      <Others of={draft} />
      {draft.steps.length + draft.left.length > 0 && (
        <OwnDraft schedule={schedule} draft={draft} act={act} />
      )}
    </>
  );
}

function Others({ of }: { of: Draft }) {
  const t = useDraftTexts();
  const zone = useZone();
  return of.others.map((other) => (
    <p key={other.personName} className="soft draft-other">
      {t("others", {
        name: other.personName,
        count: other.changes,
        number: other.planNumber,
        at: formatInstant(other.changeTime, zone),
      })}
    </p>
  ));
}

interface OwnProps {
  schedule: Schedule;
  draft: Draft;
  act: ReturnType<typeof useDraft>["act"];
}

function OwnDraft({ schedule, draft, act }: OwnProps) {
  const { id } = schedule;
  const t = useDraftTexts();
  const words = useStepWords();
  const { modal } = App.useApp();
  const [open, setOpen] = useState<"steps" | "effects" | null>(null);
  const keep = useKeep(schedule, draft);
  const { steps, done, changes, planNumber } = draft;
  const canUndo = done > 0 && !act.isPending;
  const canRedo = done < steps.length && !act.isPending;
  const undo = () => act.mutate(stepTo(id, done - 1));
  const redo = () => act.mutate(stepTo(id, done + 1));
  useUndoKeys(canUndo ? undo : null, canRedo ? redo : null);
  const failed = keep.error ?? act.error;
  const toggle = (part: "steps" | "effects") => ({
    "aria-expanded": open === part,
    onClick: () => setOpen(open === part ? null : part),
  });
  const missing = missingFor(changes);
  const barred = steps
    .slice(0, done)
    .filter((step) => missingFor(step.changes).length > 0);
  const isStill =
    draft.behind || done === 0 || act.isPending || missing.length > 0;
  return (
    <section className="draft" aria-label={t("title")}>
      <div className="draft-line">
        <strong>{t("title")}</strong>
        <span>
          {t(changes.length > 0 ? "about" : "none", {
            count: changes.length,
            number: planNumber,
          })}
        </span>
        {!draft.behind && changes.length > 0 && (
          <DraftEffect of={draft} scheduleId={id} isOpen={false} />
        )}
        <span className="push" />
        <Button
          size="small"
          disabled={!canUndo}
          title={
            done > 0 ? t("undoStep", { step: words(steps[done - 1]!) }) : ""
          }
          onClick={undo}
        >
          {t("undo")}
        </Button>
        <Button
          size="small"
          disabled={!canRedo}
          title={
            done < steps.length
              ? t("redoStep", { step: words(steps[done]!) })
              : ""
          }
          onClick={redo}
        >
          {t("redo")}
        </Button>
        <Button size="small" {...toggle("steps")}>
          {t("steps")} {open === "steps" ? "▴" : "▾"}
        </Button>
        {!draft.behind && changes.length > 0 && (
          <Button size="small" {...toggle("effects")}>
            {t("effects")} {open === "effects" ? "▴" : "▾"}
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            void modal.confirm({
              title: t("discardTitle"),
              content: t("discardText", { count: steps.length }),
              okText: t("discard"),
              onOk: () => act.mutate(discard(id)),
            })
          }
        >
          {t("discard")}
        </Button>
        {can("aps.schedule.release") && !schedule.simulation && (
          <Button
            size="small"
            disabled={isStill || keep.isPending}
            onClick={() => keep.mutate(true)}
          >
            {t("keepPublish")}
          </Button>
        )}
        <Button
          size="small"
          type="primary"
          disabled={isStill || keep.isPending}
          onClick={() => keep.mutate(false)}
        >
          {t(keep.isPending ? "keeping" : "keep")}
        </Button>
      </div>
      {failed && (
        <p role="alert">{isStale(failed) ? t("stale") : wordsOf(failed)}</p>
      )}
      {missing.length > 0 && (
        <p role="status" className="draft-note">
          {t("mayNotKeep", { steps: joined(barred.map(words)) })}{" "}
          {missing.map((key) => (
            <Why key={key} permission={key} />
          ))}
        </p>
      )}
      {draft.behind && (
        <p role="status" className="draft-note">
          {t("behind", { newest: draft.newestNumber, number: planNumber })}{" "}
          <Button
            size="small"
            loading={act.isPending}
            onClick={() => act.mutate(rebase(id))}
          >
            {t("rebase", { newest: draft.newestNumber })}
          </Button>
        </p>
      )}
      {draft.left.length > 0 && (
        <div role="alert" className="draft-note">
          <p>{t("left", { newest: planNumber })}</p>
          <ul>
            {draft.left.map(({ step, reason }) => (
              <li key={step.time}>
                {words(step)} <span className="soft">{reason}</span>
              </li>
            ))}
          </ul>
          <Button size="small" onClick={() => act.mutate(dismissLeft(id))}>
            {t("dismiss")}
          </Button>
        </div>
      )}
      {open === "steps" && <DraftSteps id={id} draft={draft} act={act} />}
      {open === "effects" && !draft.behind && changes.length > 0 && (
        <DraftEffect of={draft} scheduleId={id} isOpen />
      )}
    </section>
  );
}

/** What the whole draft does to its plan: in a line, or with the moulds. */
function DraftEffect(props: {
  of: Draft;
  scheduleId: string;
  isOpen: boolean;
}) {
  const { of, scheduleId, isOpen } = props;
  const t = useDraftTexts();
  const zone = useZone();
  const { data, error } = useDraftEffect(scheduleId, of);
  if (error) {
    return <span role="alert">{wordsOf(error)}</span>;
  }
  if (!data) {
    return <span className="soft">{t("calculating")}</span>;
  }
  if (isOpen) {
    return (
      <div className="preview draft-effect">
        <Effect effect={data} zone={zone} />
      </div>
    );
  }
  const conflicts = data.conflicts.length;
  return (
    <span role="status" className="draft-figures numbers">
      <span>
        {t(data.taskCount > 0 ? "tasks" : "noTasks", {
          count: data.taskCount,
        })}
      </span>
      {data.taskCount > data.tasks.length && (
        <span>{t("outlined", { count: data.tasks.length })}</span>
      )}
      {data.rescued > 0 && (
        <span data-meaning="done">{t("rescued", { count: data.rescued })}</span>
      )}
      {data.nowLate > 0 && (
        <span data-meaning="late">{t("nowLate", { count: data.nowLate })}</span>
      )}
      {conflicts > 0 && (
        <span data-meaning="late">{t("conflicts", { count: conflicts })}</span>
      )}
    </span>
  );
}

/** Keeps the draft as a new plan, and goes on to publish that. */
function useKeep(schedule: Schedule, draft: Draft) {
  const t = useDraftTexts();
  const client = useQueryClient();
  const publish = usePublish();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: async (publishes: boolean) => {
      await keepDraft(schedule.id, draft.version);
      const { rows } = await client.fetchQuery({
        ...scheduleQuery(schedule.id),
        staleTime: 0,
      });
      return { now: rows[0], publishes };
    },
    onSuccess: ({ now, publishes }) => {
      if (now && publishes) {
        publish.mutate({ schedule: now, planNumber: now.planNumber });
      } else if (now) {
        message.destroy();
        void message.success(t("kept", { number: now.planNumber }));
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["schedules"] });
      void client.invalidateQueries({ queryKey: ["schedule-task"] });
    },
  });
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, but where somebody types: there they belong to the text. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) {
        return;
      }
      const at = event.target;
      if (
        !(at instanceof Element) ||
        at.closest("input, textarea, select, [contenteditable], dialog")
      ) {
        return;
      }
      const key = event.key.toLowerCase();
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      const does = isRedo ? redo : key === "z" ? undo : null;
      if (does) {
        event.preventDefault();
        does();
      }
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [undo, redo]);
}
