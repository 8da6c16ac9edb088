import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { joined } from "@/i18n/joined";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { RecordName } from "@/ui/record-name";
import { useUiTexts } from "@/ui/texts";
import type { Reason } from "./progress-model";
import { useProgressTexts } from "./progress-texts";

type Line = Schema<"ProductionReportLine">;

interface ReportHistoryProps {
  operationId: string;
  batchId: string;
  /** The newest report that the page knows: a newer one is read again. */
  newest: string;
  title: string;
  pauseReasons: Reason[];
}

/** All reports on an operation, or a batch of it: who, when, what; the newest can be taken back. */
export function ReportHistory(props: ReportHistoryProps) {
  const { operationId, batchId, newest, title, pauseReasons } = props;
  const t = useProgressTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ["dispatch", "history", operationId, batchId, newest],
    queryFn: () =>
      call("GET", "mf/progress", { query: { operationId, batchId } }),
  });
  const withdraw = useMutation({
    mutationFn: () =>
      call("POST", "mf/progress/withdraw", {
        body: {
          operationId,
          ...(batchId && { batchId }),
          basedOn: data?.[0]?.id ?? "",
        },
      }),
    onSuccess: () => void message.success(t("withdrawn")),
    onSettled() {
      void client.invalidateQueries({ queryKey: ["mould-tree"] });
      return client.invalidateQueries({ queryKey: ["dispatch"] });
    },
  });

  if (error && !data) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  // The task above follows a moment later than this list: no report shows before both do.
  const known = data?.findIndex(({ id }) => id === newest) ?? 0;
  const lines = newest === "" ? [] : data?.slice(Math.max(0, known));
  if (!lines || lines.length === 0) {
    return data ? null : <p className="soft">{ui("loading")}</p>;
  }
  return (
    <section className="floor-history">
      <h3>{t("history")}</h3>
      <ol>
        {lines.map((line) => (
          <li key={line.id} data-withdrawn={line.withdrawn}>
            <ReportLine line={line} pauseReasons={pauseReasons} />
            {line.mayRecall && (
              <Button
                size="small"
                loading={withdraw.isPending}
                onClick={() =>
                  void modal.confirm({
                    title: t("withdrawAsk"),
                    content: title,
                    okText: t("withdraw"),
                    cancelText: ui("cancel"),
                    onOk: () => withdraw.mutateAsync().catch(() => undefined),
                  })
                }
              >
                {t("withdraw")}
              </Button>
            )}
            {line.whyNot && <small className="soft">{line.whyNot}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ReportLineProps {
  line: Line;
  pauseReasons: Reason[];
}

function ReportLine({ line, pauseReasons }: ReportLineProps) {
  const t = useProgressTexts();
  const zone = useZone();
  const { language, say } = useLanguage();
  const reason = pauseReasons.find(({ value }) => value === line.pauseReason);
  const details = [
    reason && say(reason.text),
    line.reportedHours > 0 &&
      t("hoursOf", { hours: formatNumber(line.reportedHours, language) }),
    line.qtyDone > 0 && t("pieces", { count: line.qtyDone }),
  ].filter((text): text is string => Boolean(text));
  return (
    <span>
      <b>
        {line.withdraws
          ? t("withdrawnTo", { status: t(`status${line.status}`) })
          : t(`sent${line.status}`)}
      </b>{" "}
      {line.machine && <RecordName>{line.machine}</RecordName>}{" "}
      {joined(details)}
      <br />
      <span className="soft numbers">
        {line.reportedAt && formatInstant(line.reportedAt, zone)}
      </span>{" "}
      <span className="soft">{line.reporter}</span>
    </span>
  );
}
