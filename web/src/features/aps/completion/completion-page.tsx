import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { download } from "@/api/download";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import { joined } from "@/i18n/joined";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { useCompletionTexts } from "./completion-texts";
import { DayChart } from "./day-chart";
import { useGroupName, type FigureName, type Group } from "./figures";
import { stretches, wrongWith } from "./interval";
import { RateSummary } from "./rate-summary";
import { RateTable } from "./rate-table";
import { RateTools } from "./rate-tools";
import { TaskPanel } from "./task-panel";
import { useRateAddress } from "./use-rate-address";
import "../plan/plan.css";
import "./completion.css";

type Rate = Schema<"ApsCompletionRate">;

/** How much of what was planned for the days of an interval was done by then. */
export function CompletionPage() {
  const t = useCompletionTexts();
  const ui = useUiTexts();
  const nameOf = useGroupName();
  const address = useRateAddress();
  const { from, to, by, onTime, section, group, opened, open } = address;
  const wrong = wrongWith({ from, to }, address.today);
  const question = { from, to, by, onTime, section, group };
  const found = useQuery({
    queryKey: ["completion", "rate", question],
    queryFn: () =>
      call("POST", "aps/completion/rate/query", { body: question }),
    enabled: !wrong,
    placeholderData: keepPreviousData,
    meta: { showsFields: true },
    retry: false,
  });
  const exported = useMutation({
    mutationFn: (format: SheetFormat) =>
      download(
        "aps/completion/rate/export",
        { query: { format }, body: question },
        "POST",
      ),
    meta: { stays: true, says: ui("exported") },
  });
  const rate = wrong ? undefined : found.data;
  const openedOf = (groups: Group[]) => {
    const row = groups.find(({ key }) => key === opened?.key);
    return row ? nameOf(row) : t("all");
  };
  return (
    <Page
      title={t("title")}
      tools={
        <>
          <RateTools address={address} choices={found.data?.choices ?? []} />
          <span className="push" />
          <ExportMenu
            permission="aps.completionRate.export"
            onExport={(format) => exported.mutate(format)}
          />
        </>
      }
      aside={
        opened &&
        rate && (
          <TaskPanel
            key={`${opened.state} ${opened.key} ${opened.day}`}
            title={t("tasksOf", {
              of: opened.day || openedOf(rate.groups),
              state: t(opened.state),
            })}
            question={{
              ...question,
              ...(opened.key && { key: opened.key }),
              ...(opened.day && { day: opened.day }),
              ...(opened.state !== "base" && { state: opened.state }),
            }}
            onClose={() => open(undefined)}
          />
        )
      }
    >
      {wrong && (
        <p role="alert" data-meaning="late">
          {t(wrong)}
        </p>
      )}
      {!wrong && found.isPending && <Loading />}
      {!wrong && found.isError && (
        <Failure of={found.error} onRetry={() => void found.refetch()} />
      )}
      {rate && (
        <Found
          rate={rate}
          address={address}
          onOpen={(state, key, day) => open({ state, key, day })}
        />
      )}
    </Page>
  );
}

interface FoundProps {
  rate: Rate;
  address: ReturnType<typeof useRateAddress>;
  onOpen: (state: FigureName, key: string, day: string) => void;
}

function Found({ rate, address, onOpen }: FoundProps) {
  const t = useCompletionTexts();
  const { measure, by, section, group, choose } = address;
  const { base, outOfPlan } = rate.total.count;
  const hasPlan = rate.noPlan.length < rate.days.length;
  if (base + outOfPlan === 0) {
    if (!hasPlan) {
      return <NoPlan isAny={rate.inForce !== null} />;
    }
    const isNarrowed = section !== "" || group !== "";
    return (
      <p className="soft" role="status">
        {t(isNarrowed ? "noneFound" : "nothing")}{" "}
        {isNarrowed && (
          <Button onClick={() => choose({ section: "", group: "" })}>
            {t("clearChoices")}
          </Button>
        )}
      </p>
    );
  }
  return (
    <div
      className="rate-found"
      role="region"
      aria-label={t("title")}
      tabIndex={0}
    >
      {hasPlan ? (
        rate.noPlan.length > 0 && (
          <p className="soft" role="status">
            {t("someWithout", {
              count: rate.noPlan.length,
              days: joined(stretches(rate.noPlan)),
            })}
          </p>
        )
      ) : (
        <NoPlan isAny={rate.inForce !== null} />
      )}
      <RateSummary
        of={rate.total}
        measure={measure}
        onOpen={(state) => onOpen(state, "", "")}
      />
      {rate.others > 0 && (
        <p className="soft">{t("others", { count: rate.others })}</p>
      )}
      {rate.removed > 0 && (
        <p className="soft">{t("removed", { count: rate.removed })}</p>
      )}
      <DayChart
        days={rate.days}
        measure={measure}
        onOpen={(day) => onOpen("base", "", day)}
      />
      <RateTable
        {...{ by, measure }}
        groups={rate.groups}
        onOpen={(state, key) => onOpen(state, key, "")}
      />
      <p className="soft rate-rule">
        {t("rule")} {t("outRule")}
      </p>
    </div>
  );
}

/** There is nothing to be measured by: no plan yet, or none in those days. */
function NoPlan({ isAny }: { isAny: boolean }) {
  const t = useCompletionTexts();
  const mayOpen = useCan("aps.schedule.check");
  return (
    <p className="soft" role="status">
      {t(isAny ? "noPlanThen" : "noPlan")}{" "}
      {!isAny && mayOpen && <Link to="/aps/schedule">{t("toSchedules")}</Link>}
    </p>
  );
}
