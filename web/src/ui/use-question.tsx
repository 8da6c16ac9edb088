import { App } from "antd";
import { useCallback } from "react";
import { outcomeOfFailure, type Question } from "@/api/errors";
import { useUiTexts } from "./texts";

/** The person said no to the server's question: nothing was done. */
export class Declined extends Error {
  override name = "Declined";
}

/**
 * Runs a call that the server may answer with a question (20010): asks the
 * person, repeats the call with the key as `confirm`, or throws Declined.
 */
export function useQuestion() {
  const { modal } = App.useApp();
  const t = useUiTexts();

  return useCallback(
    async <Data,>(run: (confirm?: string) => Promise<Data>) => {
      let confirm: string | undefined;
      for (;;) {
        try {
          return await run(confirm);
        } catch (failure) {
          const question = questionOf(failure);
          if (!question || question.key === confirm) {
            throw failure;
          }
          const agreed = await modal.confirm({
            title: question.text,
            content: question.items.length > 0 && (
              <ul className="question-items">
                {question.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
            okText: t("goOn"),
            cancelText: t("cancel"),
          });
          if (!agreed) {
            throw new Declined();
          }
          confirm = question.key;
        }
      }
    },
    [modal, t],
  );
}

function questionOf(failure: unknown): Question | null {
  const outcome = outcomeOfFailure(failure);
  return outcome?.kind === "question" ? outcome.question : null;
}
