import type { QueryClient } from "@tanstack/react-query";
import type { App } from "antd";
import { DifferenceSummary } from "./difference";
import { differenceQuery } from "./difference-query";
import type { PlanOf } from "./plan-version";
import { useApsTexts } from "./texts";

type Modal = ReturnType<typeof App.useApp>["modal"];

/**
 * Asks whether a plan shall be published, with what it changes against the plan in force. Gives the id of that plan,
 * or null for a no. faster says who has published what since the person was asked before.
 */
export async function agreesToPublish(
  of: PlanOf,
  client: QueryClient,
  modal: Modal,
  words: { title: string; okText: string; cancelText: string },
  faster: string,
) {
  const change = await client.fetchQuery({
    ...differenceQuery(of),
    // Another plan may be in force since somebody looked.
    staleTime: 0,
  });
  const Question = () => {
    const t = useApsTexts();
    return (
      <>
        {faster && <p role="alert">{faster}</p>}
        <p>{t("publishText")}</p>
        <DifferenceSummary change={change} />
      </>
    );
  };
  const agreed = await modal.confirm({
    ...words,
    width: 520,
    // The server refuses it; the question says why.
    okButtonProps: { disabled: change.overtaken.length > 0 },
    content: <Question />,
  });
  return agreed ? change.against : null;
}
