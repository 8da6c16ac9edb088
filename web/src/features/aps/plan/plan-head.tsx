import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useSearchParams } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import {
  planPath,
  versionsQuery,
  type PlanName,
  type PlanOf,
  type PlanPage,
  type PlanVersion,
  type WorkedBy,
} from "./plan-version";
import { usePlanVersionTexts } from "./plan-version-texts";
import { isAhead, type Schedule } from "./schedule";

// Dates seldom move under a plan in force.
const LateByToday = lazy(async () => ({
  default: (await import("./late-by-today")).LateByToday,
}));

interface PlanHeadProps {
  schedule: Schedule;
  of: PlanOf;
}

/** Which version of a schedule a page shows, whether it is in force, and the way to the others. */
export function PlanHead({ schedule, of }: PlanHeadProps) {
  const t = usePlanVersionTexts();
  const zone = useZone();
  const [, setSearch] = useSearchParams();
  const list = useQuery(versionsQuery(of));
  const rows = list.data?.rows ?? [];
  const shown =
    rows.find(({ planNumber }) => planNumber === of.planNumber) ??
    (of.planNumber === 0 ? rows[0] : undefined);
  if (!shown) {
    return list.isSuccess && !list.isPlaceholderData && rows[0] ? (
      <p className="plan-head" role="alert">
        {t("noSuch", { name: schedule.name, number: of.planNumber })}{" "}
        <ToVersion number={0}>
          {t("toNewest", { number: rows[0].planNumber })}
        </ToVersion>
      </p>
    ) : null;
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
      <InForceTime of={shown} />
      {shown.inForce && isAhead(schedule) && (
        <ToVersion number={schedule.planNumber}>
          {t("newer", { number: schedule.planNumber })}
        </ToVersion>
      )}
      <CarriedMoulds of={shown} />
      {shown.today && (
        <Suspense>
          <LateByToday today={shown.today} />
        </Suspense>
      )}
      <ReplacedBy plan={shown.replacedBy} />
      {!shown.inForce &&
        (schedule.inForceNumber > 0 ? (
          <ToVersion number={schedule.inForceNumber}>
            {t("otherInForce", {
              number: schedule.inForceNumber,
              at: time(schedule.inForceSince),
              name: schedule.publisherName,
            })}
          </ToVersion>
        ) : (
          <InForceNow plan={list.data?.inForce} />
        ))}
      <span>
        {shown.origin === "hand" && shown.parent > 0
          ? t("madeByHand", { ...said, parent: shown.parent })
          : t("madeByRun", said)}
      </span>
      {shown.note && <span className="plan-note">{shown.note}</span>}
    </p>
  );
}

/** What a version carries over from the plan in force: its own figures do not count it. */
export function CarriedMoulds({ of }: { of: PlanVersion }) {
  const t = usePlanVersionTexts();
  return of.carriedMoulds > 0 ? (
    <span>
      {t(of.carriedLate > 0 ? "carriedMoulds" : "carriedOnTime", {
        count: of.carriedMoulds,
        late: of.carriedLate,
      })}
    </span>
  ) : null;
}

/** Which plan took the place of one, with the way to it. */
export function ReplacedBy({ plan }: { plan: PlanName | null | undefined }) {
  const t = usePlanVersionTexts();
  return plan ? (
    <ToPlan plan={plan}>
      {t("replacedBy", { name: plan.name, number: plan.planNumber })}
    </ToPlan>
  ) : null;
}

/** What the factory works by, with the way to it. */
export function InForceNow({ plan }: { plan: WorkedBy | null | undefined }) {
  const t = usePlanVersionTexts();
  const zone = useZone();
  return plan ? (
    <ToPlan plan={plan}>
      {t("inForceNow", {
        name: plan.name,
        number: plan.planNumber,
        at: formatInstant(plan.since, zone),
        publisher: plan.publisherName || "–",
      })}
    </ToPlan>
  ) : null;
}

/** The page that is open for another plan, elsewhere its result. */
function ToPlan(props: { plan: PlanName; children: string }) {
  const { scheduleId, planNumber } = props.plan;
  const page = /\/(tasks|gantt|result)$/.exec(useLocation().pathname);
  const of = { id: scheduleId, planNumber };
  return (
    <Link to={planPath((page?.[1] as PlanPage | undefined) ?? "result", of)}>
      {props.children}
    </Link>
  );
}

/** The same page for another version, 0 for the newest. */
function ToVersion(props: { number: number; children: string }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const asked = new URLSearchParams(search);
  asked.set("plan", String(props.number));
  if (props.number === 0) {
    asked.delete("plan");
  }
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

/** When a version is or was in force, and by whom; of one that was more than once, the last time is known. */
export function InForceTime({ of }: { of: PlanVersion }) {
  const t = usePlanVersionTexts();
  const zone = useZone();
  const at = formatInstant(of.publishTime, zone);
  const until = formatInstant(of.replacedTime, zone);
  const name = of.publisherName || "–";
  if (of.inForce) {
    return <span>{t("inForceSince", { at, name })}</span>;
  }
  return until ? (
    <span>
      {at
        ? t("lastInForce", { at, until, name })
        : t("wasUntil", { at: until })}
    </span>
  ) : null;
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
