import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect } from "react";
import {
  isRunning,
  noteSeen,
  runQuery,
  stopImport,
  wasSeen,
  type ImportResult,
} from "./import-model";
import { useProductionTexts } from "./texts";

interface ImportRunProps {
  /** This page has just begun one. */
  isExpected: boolean;
  /** The outcome of an import whose page was left. */
  onOutcome: (result: ImportResult) => void;
}

/** How far an import is that goes on at the server, or how it ended while nobody looked. */
export function ImportRun({ isExpected, onOutcome }: ImportRunProps) {
  const t = useProductionTexts();
  const client = useQueryClient();
  const run = useQuery(runQuery({ isExpected })).data;
  const stop = useMutation({
    mutationFn: stopImport,
    onSuccess: () => client.invalidateQueries(runQuery()),
  });
  const isNew = !!run?.id && !isRunning(run) && !wasSeen(run.id);
  useEffect(() => {
    if (isNew && run.result) {
      noteSeen(run.id);
      onOutcome(run.result);
    }
  }, [isNew, run, onOutcome]);
  if (isRunning(run)) {
    return (
      <p className="import-verdict hint" role="status">
        {run!.moulds === 0
          ? t("runReading", { name: run!.name })
          : t("runWriting", {
              name: run!.name,
              written: run!.written,
              moulds: run!.moulds,
            })}{" "}
        <Button
          size="small"
          disabled={run!.state === "stopping"}
          loading={stop.isPending}
          onClick={() => stop.mutate(run!.id)}
        >
          {t(run!.state === "stopping" ? "runStopping" : "runStop")}
        </Button>
      </p>
    );
  }
  if (isNew && run.state === "brokenOff") {
    return (
      <p className="import-verdict bad" role="alert">
        {run.moulds === 0
          ? t("runEnded", { name: run.name })
          : t("runBroken", { name: run.name, count: run.notWritten })}{" "}
        <Button
          size="small"
          onClick={() => {
            noteSeen(run.id);
            void client.invalidateQueries(runQuery());
          }}
        >
          {t("runSeen")}
        </Button>
      </p>
    );
  }
  return null;
}
