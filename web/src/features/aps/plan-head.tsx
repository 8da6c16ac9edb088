import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useSearchParams } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { versionsQuery, type PlanOf, type PlanVersion } from "./plan-version";
import { usePlanVersionTexts } from "./plan-version-texts";
import { isAhead, type Schedule } from "./schedule";

interface PlanHeadProps {
  schedule: Schedule;
  of: PlanOf;
}

/** Which version of a schedule a page shows, whether it is in force, and the way to the others. */
export function PlanHead({ schedule, of }: PlanHeadProps) {
  const t = usePlanVersionTexts();
  const zone = useZone();
  const [, setSearch] = useSearchParams();
  const rows = useQuery(versionsQuery(of)).data?.rows ?? [];
  const shown =
    rows.find(({ planNumber }) => planNumber === of.planNumber) ??
    (of.planNumber === 0 ? rows[0] : undefined);
  if (!shown) {
    return null;
  }
  const time = (at: string | null) => formatInstant(at, zone);
  const said = { name: shown.authorName || "–", at: time(shown.createTime) };
  return (
    <p className="plan-head">
      <select
        aria-label={t("choose")}
        value={shown.planNumber}
        onChange={({ target }) =>
          setSearch((before) => {
            const next = new URLSearchParams(before);
            next.set("plan", target.value);
            if (Number(target.value) === rows[0]?.planNumber) {
              next.delete("plan");
            }
            return next;
          })
        }
      >
        {rows.map((row) => (
          <option key={row.planId} value={row.planNumber}>
            {[
              t("versionOf", { number: row.planNumber }),
              row.inForce && t("inForce"),
              row.newest && t("newest"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </option>
        ))}
      </select>
      <VersionState of={shown} />
      {shown.inForce && (
        <span>
          {t("inForceSince", {
            at: time(shown.publishTime),
            name: shown.publisherName,
          })}
        </span>
      )}
      {shown.inForce && isAhead(schedule) && (
        <ToVersion number={schedule.planNumber}>
          {t("newer", { number: schedule.planNumber })}
        </ToVersion>
      )}
      {!shown.inForce && schedule.inForceNumber > 0 && (
        <ToVersion number={schedule.inForceNumber}>
          {t("otherInForce", {
            number: schedule.inForceNumber,
            at: time(schedule.inForceSince),
            name: schedule.publisherName,
          })}
        </ToVersion>
      )}
      <span>
        {shown.origin === "hand" && shown.parent > 0
          ? t("madeByHand", { ...said, parent: shown.parent })
          : t("madeByRun", said)}
      </span>
      {shown.note && <span className="plan-note">{shown.note}</span>}
    </p>
  );
}

/** The same page for another version. */
function ToVersion(props: { number: number; children: string }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const asked = new URLSearchParams(search);
  asked.set("plan", String(props.number));
  return <Link to={`${pathname}?${asked.toString()}`}>{props.children}</Link>;
}

const meanings = {
  inForce: "done",
  notPublished: "off",
  replaced: "off",
} as const satisfies Record<string, Meaning>;

/** Whether a version is in force, was, or never was. */
export function VersionState({ of }: { of: PlanVersion }) {
  const t = usePlanVersionTexts();
  const state = of.inForce
    ? "inForce"
    : of.replacedTime
      ? "replaced"
      : "notPublished";
  return <StatusMark meaning={meanings[state]}>{t(state)}</StatusMark>;
}

/** In place of what changes a plan, on another version than the newest. */
export function OnNewestOnly({ schedule }: { schedule: Schedule }) {
  const t = usePlanVersionTexts();
  const number = schedule.planNumber;
  return (
    <p className="soft">
      {t("onNewestOnly", { number })}{" "}
      <ToVersion number={number}>{t("toNewest", { number })}</ToVersion>
    </p>
  );
}
