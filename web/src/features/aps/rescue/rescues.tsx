import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { useCan, useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { Why } from "@/ui/why";
import { useDraft } from "../draft/use-draft";
import { versionsQuery, type PlanOf } from "../plan/plan-version";
import { rescuesOf, type RescueOf, type Rescues as Found } from "./rescue";
import { RescueCard } from "./rescue-card";
import { useRescueTexts } from "./rescue-texts";
import "./rescue.css";

interface RescuesProps {
  /** The newest plan of its schedule. */
  plan: PlanOf;
  mouldId: string;
}

/** What could be done about a late mould: searched when somebody asks, and put into their draft when they choose. */
export function Rescues({ plan, mouldId }: RescuesProps) {
  const t = useRescueTexts();
  const mayChange = useCan("aps.schedule.modify");
  const { draft, add } = useDraft(plan.id);
  const versions = useQuery(versionsQuery(plan));
  const newest = versions.data?.rows.find((row) => row.newest)?.planId ?? "";
  const changes = draft?.changes ?? [];
  const of: RescueOf = {
    scheduleId: plan.id,
    planId: changes.length > 0 ? (draft?.planId ?? newest) : newest,
    ...{ mouldId, changes },
  };
  const running = useRef<AbortController>(null);
  const [used, setUsed] = useState<number | null>(null);
  const search = useMutation({
    meta: { quiet: true },
    mutationFn: (of: RescueOf) => {
      running.current = new AbortController();
      return rescuesOf(of, running.current.signal);
    },
  });
  const use = useMutation({
    meta: { quiet: true },
    mutationFn: (n: number) =>
      add(search.data!.rescues[n]!.changes, search.variables!.planId),
    onSuccess: (_, n) => setUsed(n),
  });
  // Nobody waits for it any more.
  useEffect(() => () => running.current?.abort(), []);
  const find = () => {
    setUsed(null);
    use.reset();
    search.mutate(of);
  };
  const cancel = () => {
    running.current?.abort();
    search.reset();
  };
  const isChanged =
    search.variables !== undefined &&
    JSON.stringify(search.variables) !== JSON.stringify(of);
  const isBehind = changes.length > 0 && draft?.behind === true;
  return (
    <section className="rescues" aria-label={t("title")}>
      <h3>{t("title")}</h3>
      {search.isPending ? (
        <div className="rescue-busy" role="status">
          <progress aria-label={t("finding")} />
          {t("finding")}
          <button type="button" onClick={cancel}>
            {t("cancel")}
          </button>
        </div>
      ) : (
        <>
          {!search.data && <p className="soft">{t("about")}</p>}
          <button
            type="button"
            disabled={newest === "" || isBehind}
            onClick={find}
          >
            {t(search.data ? "again" : "find")}
          </button>
        </>
      )}
      {isBehind && <p className="soft">{t("draftBehind")}</p>}
      {search.error && <p role="alert">{wordsOf(search.error)}</p>}
      {use.error && <p role="alert">{wordsOf(use.error)}</p>}
      {search.data && (
        <FoundRescues
          found={search.data}
          counted={search.variables.changes.length}
          isChanged={isChanged && used === null}
          stateOf={(n) =>
            used === n
              ? "used"
              : use.isPending && use.variables === n
                ? "using"
                : isChanged || use.isPending || used !== null
                  ? "closed"
                  : "open"
          }
          onUse={mayChange ? use.mutate : null}
        />
      )}
    </section>
  );
}

function FoundRescues(props: {
  found: Found;
  /** Changes of the draft that they come after. */
  counted: number;
  isChanged: boolean;
  stateOf: (n: number) => "open" | "using" | "used" | "closed";
  onUse: ((n: number) => void) | null;
}) {
  const { found, counted, isChanged, stateOf, onUse } = props;
  const t = useRescueTexts();
  const zone = useZone();
  const { rescues, earliest, mouldNo, barred } = found;
  const isOnTime = rescues.some(({ rescued }) => rescued);
  return (
    <>
      {isChanged && <p data-meaning="late">{t("changed")}</p>}
      {rescues.length === 0 && <p role="status">{t("none")}</p>}
      {rescues.length > 0 && !isOnTime && <p>{t("lessOnly")}</p>}
      {!isOnTime && earliest && (
        <p className="soft">
          {t("bound", { earliest: formatInstant(earliest, zone) })}
        </p>
      )}
      {rescues.length > 0 && (
        <ol className="rescue-cards">
          {rescues.map((rescue, n) => (
            <RescueCard
              key={n}
              {...{ rescue, mouldNo, zone }}
              was={found.end}
              state={stateOf(n)}
              onUse={onUse && (() => onUse(n))}
            />
          ))}
        </ol>
      )}
      {barred.length > 0 && (
        <p className="soft">
          {t("leftOut", {
            kinds: joined(barred.map(({ kind }) => t(`kind.${kind}`))),
          })}{" "}
          <Why permission={barred[0]!.permission} />
        </p>
      )}
      <p className="soft">
        {counted > 0 && `${t("withDraft", { count: counted })} `}
        {t(found.complete ? "tried" : "incomplete", { count: found.tried })}
      </p>
    </>
  );
}
