import type { QueryClient } from "@tanstack/react-query";
import type { App } from "antd";
import { DifferenceSummary } from "./difference";
import { differenceQuery } from "./result";
import type { Schedule } from "./schedule";
import { useApsTexts } from "./texts";

type Modal = ReturnType<typeof App.useApp>["modal"];

/** Asks whether a schedule shall be published, with what it changes against the plan in force. */
export async function agreesToPublish(
  { id, version }: Schedule,
  client: QueryClient,
  modal: Modal,
  words: { title: string; okText: string; cancelText: string },
) {
  const change = await client.fetchQuery(differenceQuery(id, version));
  const Question = () => {
    const t = useApsTexts();
    return (
      <>
        <p>{t("publishText")}</p>
        <DifferenceSummary change={change} />
      </>
    );
  };
  return modal.confirm({ ...words, width: 520, content: <Question /> });
}
