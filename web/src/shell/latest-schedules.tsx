import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { BodyOf, Schema } from "@/api/contract";
import { counted } from "@/i18n/counted";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { LateTodayBeside } from "@/ui/late-today";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useShellTexts } from "./texts";

type Schedule = Schema<"ApsScheduleView">;

const meanings = ["off", "active", "on-time", "done"] as const;

const most = 5;

const query = (body: BodyOf<"POST", "aps/exe/job/query">) =>
  call("POST", "aps/exe/job/query", {
    body: { page: 1, size: most, sort: "-createTime", q: "", ...body },
  });

/** The newest schedules; the one that the factory works by stands first, however old it is. */
async function latest() {
  const { rows, inForce } = await query({});
  const newest = rows;
  if (!inForce) {
    return newest;
  }
  const is = ({ id }: Schedule) => id === inForce.scheduleId;
  const first =
    newest.find(is) ?? (await query({ id: inForce.scheduleId })).rows.find(is);
  return first
    ? [first, ...newest.filter((row) => !is(row))].slice(0, most)
    : newest;
}

export function LatestSchedules() {
  const t = useShellTexts();
  const zone = useZone();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ["home", "schedules"],
    queryFn: latest,
  });
  const rows = data ?? [];

  function state(row: Schedule): { meaning: Meaning; word: string } {
    if (row.runStatus === 1) {
      return { meaning: "active", word: t("running") };
    }
    if (row.runStatus === 3 && row.status < 2) {
      return { meaning: "late", word: t("failed") };
    }
    return { meaning: meanings[row.status], word: t(`status${row.status}`) };
  }

  return (
    <section aria-labelledby="home-latest" className="home-latest">
      <header>
        <h2 id="home-latest">{t("latest")}</h2>
        <Link to="/aps/schedule">{t("allSchedules")}</Link>
      </header>
      <div className="home-table">
        {error && !data ? (
          <Failure of={error} onRetry={() => void refetch()} />
        ) : rows.length > 0 ? (
          <table>
            <thead>
              <tr>
                <th scope="col">{t("schedule")}</th>
                <th scope="col">{t("state")}</th>
                <th scope="col" className="figure">
                  {t("moulds")}
                </th>
                <th scope="col" className="figure">
                  {t("late")}
                </th>
                <th scope="col">{t("created")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const { meaning, word } = state(row);
                const isPlanned = row.planNumber > 0;
                // What the factory works by, not what somebody tries out beside it.
                const figures = row.inForce ?? row;
                const version = row.inForce ? `?plan=${row.inForceNumber}` : "";
                return (
                  <tr key={row.id}>
                    <td>
                      <Link to={`/aps/schedule/${row.id}/gantt${version}`}>
                        {row.name}
                      </Link>
                      {row.inForce && (
                        <small className="soft">
                          {t("versionInForce", { number: row.inForceNumber })}
                        </small>
                      )}
                      {figures.carriedMoulds > 0 && (
                        <small className="soft">
                          {t(
                            figures.carriedLate > 0
                              ? "carriedMoulds"
                              : "carriedOnTime",
                            {
                              count: figures.carriedMoulds,
                              late: figures.carriedLate,
                            },
                          )}
                        </small>
                      )}
                      <LateTodayBeside row={figures} of="carriedLate" isWide />
                    </td>
                    <td>
                      <StatusMark meaning={meaning}>{word}</StatusMark>
                    </td>
                    <td className="figure">
                      {isPlanned ? counted(figures.moulds) : "–"}
                    </td>
                    <td
                      className={
                        figures.late > 0 ? "figure home-late" : "figure"
                      }
                    >
                      {isPlanned ? counted(figures.late) : "–"}
                      <LateTodayBeside row={figures} of="late" />
                    </td>
                    <td className="numbers">
                      {formatInstant(row.createTime, zone)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        ) : isPending ? (
          <Loading />
        ) : (
          <p className="soft">{t("noSchedules")}</p>
        )}
      </div>
    </section>
  );
}
