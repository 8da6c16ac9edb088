import { App, Button } from "antd";
import { useUiTexts } from "@/ui/texts";
import type { Turn } from "./progress-model";
import { titleOf } from "./progress-table";
import { useProgressTexts } from "./progress-texts";
import type { ReportInWork } from "./use-report";

interface ReportActionsProps {
  turn: Turn;
  report: ReportInWork;
  /** The batch that is chosen, as people call it; "" for all of it. */
  batchName: string;
}

/** Start, pause, finish, and take the end back. */
export function ReportActions({ turn, report, batchName }: ReportActionsProps) {
  const t = useProgressTexts();
  const ui = useUiTexts();
  const { modal } = App.useApp();
  const { subject, send, pending, isPending } = report;
  return (
    <div className="floor-actions">
      {subject.status !== 1 && subject.status !== 3 && (
        <Button
          type="primary"
          disabled={isPending}
          loading={pending === 1}
          onClick={() => send(1)}
        >
          ▶ {t(subject.status === 2 ? "resume" : "start")}
        </Button>
      )}
      {subject.status === 1 && (
        <Button
          disabled={isPending}
          loading={pending === 2}
          onClick={() => send(2)}
        >
          ❚❚ {t("pause")}
        </Button>
      )}
      {subject.status !== 3 && (
        <Button
          {...(subject.status === 1 && { type: "primary" as const })}
          disabled={subject.status === 0 || isPending}
          loading={pending === 3}
          onClick={() => send(3)}
        >
          ✓ {t("finish")}
        </Button>
      )}
      {subject.status === 3 && (
        <Button
          danger
          loading={pending === 0}
          onClick={() =>
            void modal.confirm({
              title: t(batchName ? "undoAskBatch" : "undoAsk"),
              content: batchName
                ? `${titleOf(turn)} · ${batchName}`
                : titleOf(turn),
              okText: t("undo"),
              cancelText: ui("cancel"),
              onOk: () => send(0),
            })
          }
        >
          {t("undo")}
        </Button>
      )}
    </div>
  );
}
