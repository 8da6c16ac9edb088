import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import {
  isRunning,
  noteSeen,
  noticeOf,
  runQuery,
  stopImport,
  wasSeen,
  type ImportResult,
  type ImportRun as Run,
  type Notice,
} from "./import-model";
import { writtenOf } from "./import-written";
import { useProductionTexts } from "./texts";

interface ImportRunProps {
  /** This page has just begun one. */
  isExpected: boolean;
  /** The import whose outcome this page has shown last. */
  shown: string;
  /** The checked file that waits here, "" while one is being checked: no outcome of another one takes its place unasked. */
  held: string | null;
  /** What this tab tells of another import beside that file: it stays, over reloads, until somebody closes it. */
  notice: Notice | null;
  onNotice: (notice: Notice | null) => void;
  /** The outcome of an import whose page was left, or that another tab has begun. */
  onOutcome: (result: ImportResult, run: string) => void;
}

/** How far an import is that goes on at the server, or how it ended while nobody looked. */
export function ImportRun({
  isExpected,
  shown,
  held,
  notice,
  onNotice,
  onOutcome,
}: ImportRunProps) {
  const t = useProductionTexts();
  const client = useQueryClient();
  const zone = useZone();
  const run = useQuery(runQuery({ isExpected })).data;
  // What was over and seen when this page came is no news; whatever ends later is, in each tab.
  const [old, setOld] = useState<string>();
  if (run && old === undefined) {
    setOld(!isRunning(run) && wasSeen(run.id) ? run.id : "");
  }
  const stop = useMutation({
    mutationFn: stopImport,
    onSuccess: () => client.invalidateQueries(runQuery()),
  });
  const isNew =
    !!run?.id && !isRunning(run) && run.id !== old && run.id !== shown;
  const isInPlace = isNew && (held === null || held === run.result?.importId);
  useEffect(() => {
    if (isInPlace && run?.result) {
      noteSeen(run.id);
      onOutcome(run.result, run.id);
    }
  }, [isInPlace, run, onOutcome]);
  const isBeside = isNew && !isInPlace && notice?.id !== run.id;
  useEffect(() => {
    if (isBeside) {
      onNotice(noticeOf(run));
    }
  }, [isBeside, run, onNotice]);
  if (run && isRunning(run)) {
    return (
      <p className="import-verdict hint" role="status">
        {run.moulds === 0
          ? t("runReading", { name: run.name })
          : t("runWriting", {
              name: run.name,
              written: run.written,
              moulds: run.moulds,
            })}{" "}
        <Silence run={run} />
        <Button
          size="small"
          disabled={run.state === "stopping"}
          loading={stop.isPending}
          onClick={() => stop.mutate(run.id)}
        >
          {t(run.state === "stopping" ? "runStopping" : "runStop")}
        </Button>
      </p>
    );
  }
  if (run?.result && run.id === old && shown === "" && held === null) {
    return (
      <p className="import-hint soft">
        {t("runLast", {
          name: run.name,
          at: formatInstant(run.endedAt, zone),
        })}{" "}
        <Button size="small" onClick={() => onOutcome(run.result!, run.id)}>
          {t("runShow")}
        </Button>
      </p>
    );
  }
  // The server forgets a run after a day, and another tab may have seen it: neither closes what is told here.
  const told = isNew ? run : held === null ? null : notice;
  if (!told || (isInPlace && run?.result)) {
    return null;
  }
  const isBroken = told.state === "brokenOff";
  const whole = run?.id === told.id ? run.result : undefined;
  const words = () => {
    if (told.result?.brokeOff) {
      return endingOf(told.result, t);
    }
    if (told.result) {
      return `${t("runOver", { name: told.name })} ${writtenOf(told.result, t)}`;
    }
    return told.moulds === 0
      ? t("runEnded", { name: told.name })
      : t("runBroken", { name: told.name, count: told.notWritten });
  };
  if (!told.result && !isBroken) {
    return null;
  }
  const close = () => {
    noteSeen(told.id);
    onNotice(null);
  };
  return (
    <p
      className={`import-verdict ${isBroken ? "bad" : "hint"}`}
      role={isBroken ? "alert" : "status"}
    >
      {words()}{" "}
      {whole && (
        <Button
          size="small"
          onClick={() => {
            close();
            onOutcome(whole, told.id);
          }}
        >
          {t("runShow")}
        </Button>
      )}{" "}
      <Button
        size="small"
        onClick={() => {
          close();
          setOld(told.id);
        }}
      >
        {t("runSeen")}
      </Button>
    </p>
  );
}

/** Since when nothing was heard of an import, and from when on its file can be sent again. */
function Silence({ run }: { run: Run }) {
  const t = useProductionTexts();
  const zone = useZone();
  if (!run.silentSince || !run.retryAt) {
    return null;
  }
  const nextMinute = new Date(run.retryAt).getTime() + 59_999;
  return (
    <span className="import-silence">
      {t("runSilent", {
        since: formatInstant(run.silentSince, zone),
        again: formatInstant(nextMinute, zone),
      })}{" "}
    </span>
  );
}

interface UnwrittenProps {
  result: ImportResult;
}

/** How an import ended that has not written all of its file, or nothing; nothing is said of a preview. */
export function Unwritten({ result }: UnwrittenProps) {
  const t = useProductionTexts();
  if (!result.brokeOff) {
    return (
      result.runId !== "" &&
      !result.committed && (
        <p className="import-verdict hint" role="status">
          {t("runOver", { name: result.name })} {writtenOf(result, t)}
        </p>
      )
    );
  }
  return (
    <p className="import-verdict bad" role="alert">
      {endingOf(result, t)}
    </p>
  );
}

/** How an import ended before its time, in the same words wherever it is told. */
function endingOf(result: Ended, t: ReturnType<typeof useProductionTexts>) {
  return t(howEnded(result), {
    name: result.name,
    count: result.notWritten.length,
  });
}

type Ended = NonNullable<Notice["result"]>;

function howEnded({ stopped, committed, notWritten }: Ended) {
  if (stopped && !committed) {
    return "runStoppedBefore";
  }
  if (notWritten.length === 0) {
    return committed ? "runRestOut" : "runEnded";
  }
  return stopped ? "runStopped" : "runBroken";
}
