import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import { formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import type { RecordTabProps } from "@/resource/record-panel";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useGroupTexts } from "./group-texts";
import "./group.css";

/** What a group can work in the weeks to come, beside what its form says it has a day. */
export function GroupCapacity({ record }: RecordTabProps) {
  const { id } = record.row;
  const t = useGroupTexts();
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["group-capacity", id],
    queryFn: ({ signal }) =>
      call("GET", "bms/group/{id}/capacity", { query: { id }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
  if (!data) {
    return error ? (
      <Failure of={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const { perDay, shift, units, weeks, notes } = data;
  const figure = (hours: number) => formatNumber(hours, language, 1);
  const most = Math.max(
    1,
    ...weeks.map(({ hours, unattended, usual }) =>
      Math.max(hours + unattended, usual),
    ),
  );
  const share = (hours: number) => ({ width: `${(hours / most) * 100}%` });
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="form-note">
          {t(`note_${note}`)}
        </p>
      ))}
      <dl className="capacity-day numbers">
        <dt>{t("perDay")}</dt>
        <dd>{t("hoursADay", { hours: figure(perDay) })}</dd>
        {shift > 0 && (
          <>
            <dt>{t("byShift")}</dt>
            <dd>
              {t("byUnits", {
                shift: figure(shift),
                units,
                hours: figure(shift * units),
              })}
            </dd>
          </>
        )}
      </dl>
      {weeks.length > 0 && (
        <>
          <table className="capacity">
            <thead>
              <tr>
                <th scope="col">{t("weekFrom")}</th>
                <th scope="col" colSpan={2}>
                  {t("hours")}
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ from, hours, unattended, usual }) => {
                const more = hours + unattended - usual;
                return (
                  <tr key={from}>
                    <th scope="row" className="numbers">
                      {from}
                    </th>
                    <td aria-hidden="true">
                      <span className="capacity-bar">
                        <i className="capacity-usual" style={share(usual)} />
                        <i className="capacity-staffed" style={share(hours)} />
                        <i
                          className="capacity-alone"
                          style={share(unattended)}
                        />
                      </span>
                    </td>
                    <td className="numbers">
                      {t("inHours", { hours: figure(hours) })}
                      {unattended > 0 && (
                        <small>
                          {t("alone", { hours: figure(unattended) })}
                        </small>
                      )}
                      {more !== 0 && (
                        <small className={more < 0 ? "capacity-less" : ""}>
                          {t(more < 0 ? "less" : "more", {
                            hours: figure(Math.abs(more)),
                          })}
                        </small>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="soft">{t("capacityHelp")}</p>
        </>
      )}
    </>
  );
}
