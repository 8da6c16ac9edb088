import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import type { ReactNode } from "react";
import { wordsOf } from "@/ui/failure";
import { Why } from "@/ui/why";
import { useDraftTexts } from "./draft-texts";
import {
  keepOf,
  missingFor,
  previewOf,
  type ChangeKind,
  type PlanChange,
} from "./preview";
import { Effect } from "./preview-effect";
import { useDraft } from "./use-draft";
import { usePreviewTexts } from "./preview-texts";
import "./preview.css";
import "../plan/plan.css";

interface TrialProps {
  scheduleId: string;
  planId: string;
  kind: ChangeKind;
  taskId?: string | undefined;
  zone: string;
  /** Null while something is missing. */
  change: PlanChange | null;
  /** The fields of the kind. */
  children: ReactNode;
  /** Called with the plan whose successor holds the change. */
  onKept?: ((planId: string) => void) | undefined;
}

/** A change, the plan that it is meant for, and the version of the draft that it is tried together with. */
interface Tried {
  planId: string;
  change: PlanChange;
  draft: number;
}

/**
 * Tries one change: what would follow, to the minute, before it is kept or dropped. Another value, another plan or
 * another version of the operation makes another trial: nothing is kept that was not previewed.
 */
export function Trial(props: TrialProps) {
  const { scheduleId, planId, kind, taskId, zone, change, children, onKept } =
    props;
  const t = usePreviewTexts();
  const draftWords = useDraftTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const tried = JSON.stringify(change);
  const { draft, act, add } = useDraft(scheduleId);
  const before = draft?.changes ?? [];
  const preview = useMutation({
    mutationFn: ({ planId, change }: Tried) =>
      previewOf(scheduleId, planId, [...before, change]),
  });
  const keep = useMutation({
    mutationFn: ({ planId, change }: Tried) =>
      keepOf(scheduleId, planId, [change]),
    onSuccess: (_, { planId }) => {
      preview.reset();
      onKept?.(planId);
      void message.success(t(kind === "move" ? "kept" : `kept_${kind}`));
      void client.invalidateQueries({ queryKey: ["schedules"] });
    },
    // Somebody may have been faster: the next try starts from what is there.
    onSettled: () =>
      void client.invalidateQueries({ queryKey: ["schedule-task"] }),
  });
  const drop = () => {
    preview.reset();
    keep.reset();
    act.reset();
  };
  const draftIt = ({ planId, change }: Tried) =>
    add([change], planId).then(
      () => {
        preview.reset();
        message.destroy();
        void message.success(draftWords("added"));
      },
      () => undefined, // told below, as what is tried is
    );
  // What is tried together with a draft is tried anew when the draft is another one.
  const isOf = (one: Tried | undefined) =>
    one?.planId === planId &&
    JSON.stringify(one.change) === tried &&
    one.draft === (draft?.version ?? 0);
  const effect = isOf(preview.variables) ? preview.data : undefined;
  const error =
    (isOf(keep.variables) && keep.error) ||
    (isOf(preview.variables) && (act.error ?? preview.error));
  // The next plan may well be the one that is just being kept.
  const last = keep.isPending ? undefined : preview.variables;
  const outdated =
    last && last.planId !== planId
      ? "newPlan"
      : last && change && last.change.version !== change.version
        ? "newOperation"
        : null;
  const missing = missingFor([{ kind }]);
  // A change that is kept alone would leave the draft behind.
  const hasDraft = (draft?.steps.length ?? 0) > 0;
  const isWorth = kind !== "move" || (effect?.taskCount ?? 0) > 0;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep.reset();
          act.reset();
          if (change && !preview.isPending) {
            preview.mutate({ planId, change, draft: draft?.version ?? 0 });
          }
        }}
      >
        {children}
        {/* Not disabled while it waits: the focus would be lost. */}
        <button type="submit" disabled={!change} aria-busy={preview.isPending}>
          {t(preview.isPending ? "previewing" : "preview")}
        </button>
      </form>
      {draft?.behind && (
        <p role="status" data-meaning="late">
          {draftWords("draftBehind")}
        </p>
      )}
      {outdated && (
        <p role="status" data-meaning="late">
          {t(outdated)}
        </p>
      )}
      {error && <p role="alert">{wordsOf(error)}</p>}
      {effect && (
        <>
          {before.length > 0 && (
            <p className="soft">
              {draftWords("withDraft", { count: before.length })}
            </p>
          )}
          <Effect effect={effect} taskId={taskId} zone={zone} />
          {missing[0] && (
            <p className="soft">
              {t("mayNot")} <Why key={missing[0]} permission={missing[0]} />
            </p>
          )}
          <p className="preview-end">
            {missing.length === 0 && isWorth && draft && (
              <button
                type="button"
                className={before.length > 0 ? "preview-keep" : undefined}
                disabled={keep.isPending || act.isPending}
                onClick={() => void draftIt(preview.variables!)}
              >
                {draftWords("add")}
              </button>
            )}
            {missing.length === 0 && isWorth && !hasDraft && (
              <button
                type="button"
                className="preview-keep"
                disabled={keep.isPending}
                onClick={() => keep.mutate(preview.variables!)}
              >
                {t(keep.isPending ? "keeping" : "keep")}
              </button>
            )}
            <button type="button" onClick={drop}>
              {t("drop")}
            </button>
          </p>
        </>
      )}
    </>
  );
}
