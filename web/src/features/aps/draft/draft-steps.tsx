import { Button } from "antd";
import { labelled } from "@/i18n/punctuation";
import { useDraftTexts } from "./draft-texts";
import { useStepWords } from "./step-words";
import { removeStep, stepTo, type Draft, type useDraft } from "./use-draft";

interface StepsProps {
  id: string;
  draft: Draft;
  act: ReturnType<typeof useDraft>["act"];
}

/** The steps of a draft, those that count first: one goes back to any of them, or takes one out. */
export function DraftSteps({ id, draft, act }: StepsProps) {
  const t = useDraftTexts();
  const words = useStepWords();
  const { steps, done } = draft;
  const go = (to: number) => () => act.mutate(stepTo(id, to));
  return (
    <ol className="draft-steps" aria-label={t("steps")}>
      <li aria-current={done === 0 ? "step" : undefined}>
        <button type="button" className="plain-link" onClick={go(0)}>
          {t("start", { number: draft.planNumber })}
        </button>
      </li>
      {steps.map((step, i) => (
        <li
          key={step.time + i}
          data-undone={i >= done || undefined}
          aria-current={i + 1 === done ? "step" : undefined}
        >
          <button
            type="button"
            className="plain-link"
            title={t("backHere")}
            onClick={go(i + 1)}
          >
            {words(step)}
          </button>
          {i >= done && <span className="soft"> {t("undone")}</span>}
          {!draft.behind && (
            <Button
              type="text"
              size="small"
              aria-label={labelled(t("takeOut"), words(step))}
              title={t("takeOut")}
              onClick={() => act.mutate(removeStep(id, i + 1))}
            >
              ✕
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
