import { Button } from "antd";
import { useState } from "react";
import { TellBlocked } from "./blocked-start";
import type { Reason, Turn } from "./progress-model";
import { useProgressTexts } from "./progress-texts";
import { ReasonDialog } from "./reason-dialog";
import { useKept } from "./report-queue";
import type { ReportInWork } from "./use-report";

interface ReportActionsProps {
  turn: Turn;
  report: ReportInWork;
  pauseReasons: Reason[];
  blockReasons: Reason[];
}

/** Start, pause with a reason, finish, or say why it cannot begin. */
export function ReportActions(props: ReportActionsProps) {
  const { turn, report, pauseReasons, blockReasons } = props;
  const t = useProgressTexts();
  const { subject, batch, send, isReady, pending, isPending } = report;
  const [asks, setAsks] = useState<"pause" | "blocked" | null>(null);
  const isOpen = subject.status !== 3;
  const isStill = isOpen && subject.status !== 1;
  const lot = batch?.id ?? "";
  const told = useKept().some(
    ({ kind, body }) =>
      kind === "block" &&
      body.operationId === turn.operationId &&
      (body.batchId ?? "") === lot,
  );
  const isBlocked = told || turn.blocked.some(({ batchId }) => batchId === lot);
  const close = () => setAsks(null);
  return (
    <div className="floor-actions">
      {isStill && (
        <Button
          type="primary"
          disabled={isPending}
          loading={pending === 1}
          onClick={() => send(1)}
        >
          ▶ {t(subject.status === 2 ? "resume" : "start")}
        </Button>
      )}
      {isStill && !isBlocked && (
        <Button disabled={isPending} onClick={() => setAsks("blocked")}>
          ⚠ {t("cannotStart")}
        </Button>
      )}
      {subject.status === 1 && (
        <Button
          disabled={isPending}
          loading={pending === 2}
          onClick={() => isReady() && setAsks("pause")}
        >
          ❚❚ {t("pause")}
        </Button>
      )}
      {isOpen && (
        <Button
          {...(subject.status === 1 && { type: "primary" as const })}
          disabled={subject.status === 0 || isPending}
          loading={pending === 3}
          onClick={() => send(3)}
        >
          ✓ {t("finish")}
        </Button>
      )}
      {asks === "pause" && (
        <ReasonDialog
          title={t("pauseAsk")}
          reasons={pauseReasons}
          isPending={false}
          onChoose={(reason) => {
            close();
            send(2, reason);
          }}
          onClose={close}
        />
      )}
      {asks === "blocked" && (
        <TellBlocked
          turn={turn}
          batchId={lot}
          reasons={blockReasons}
          onClose={close}
        />
      )}
    </div>
  );
}
