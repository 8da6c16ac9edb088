import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { rowsPerPage } from "@/session/rows-per-page";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { useSecurityTexts } from "./texts";
import "@/ui/line-table.css";

const meanings: Record<Schema<"VerifyLogRow">["outcome"], Meaning> = {
  sending: "active",
  sent: "done",
  failed: "late",
};

/** The messages to the members of the company, newest first. */
export function SmsLog() {
  const t = useSecurityTexts();
  const zone = useZone();
  const size = rowsPerPage();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["sms-log", page, size],
    queryFn: () => call("GET", "upms/sms/log", { query: { page, size } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading />;
  }
  const { rows, total, limits } = data;
  return (
    <section className="security security-log">
      <p className="soft">
        {t("messagesLead", {
          every: limits.everySeconds,
          hour: limits.perHour,
          day: limits.perDay,
        })}
      </p>
      {rows.length === 0 ? (
        <p className="soft">{t("noMessages")}</p>
      ) : (
        <div className="security-scroll">
          <table className="line-table">
            <thead>
              <tr>
                <th scope="col">{t("sentAt")}</th>
                <th scope="col">{t("phone")}</th>
                <th scope="col">{t("purpose")}</th>
                <th scope="col">{t("outcome")}</th>
                <th scope="col">{t("receipt")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="numbers">{formatInstant(row.sentAt, zone)}</td>
                  <td className="numbers">{row.phoneNum}</td>
                  <td>{t(`purpose${row.sendType}`)}</td>
                  <td>
                    <StatusMark meaning={meanings[row.outcome]}>
                      {t(row.outcome)}
                    </StatusMark>
                  </td>
                  <td className="numbers">{row.receipt || "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > size && (
        <nav className="security-pages" aria-label={t("messages")}>
          <span className="numbers">{t("pageOf", { page, total })}</span>
          <Button
            size="small"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            {t("previous")}
          </Button>
          <Button
            size="small"
            disabled={page * size >= total}
            onClick={() => setPage(page + 1)}
          >
            {t("next")}
          </Button>
        </nav>
      )}
    </section>
  );
}
