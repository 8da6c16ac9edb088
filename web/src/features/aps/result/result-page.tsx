import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { Tabs } from "@/ui/tabs";
import { Difference } from "../plan/difference";
import { Evaluation } from "./evaluation";
import { PlanHead } from "../plan/plan-head";
import { planPath, useShownPlan } from "../plan/plan-version";
import { useShownName } from "../plan/shown-name";
import { ProblemTasks } from "./problem-tasks";
import { differenceQuery } from "../plan/difference-query";
import { evaluationQuery } from "./result";
import { useResultTexts } from "./result-texts";
import { useApsTexts } from "../plan/texts";
import "../plan/plan.css";
import { VersionsTab } from "./versions-tab";
import "./result.css";

const WhyTab = lazy(async () => ({
  default: (await import("../why/explain-tab")).WhyTab,
}));

const Rescues = lazy(async () => ({
  default: (await import("../rescue/rescues")).Rescues,
}));

const DraftBar = lazy(async () => ({
  default: (await import("../draft/draft-bar")).DraftBar,
}));

const tabs = [
  "evaluation",
  "why",
  "problems",
  "difference",
  "versions",
] as const;

/** The result of a plan: what it is worth, what it leaves open, what it changes, and the versions beside it. */
export function ResultPage() {
  const t = useResultTexts();
  const aps = useApsTexts();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((key) => key === search.get("tab")) ?? "evaluation";
  const { found, schedule, of, isMissing, isNewest } = useShownPlan();
  const name = useShownName(of.id, schedule);
  const hasPlan = of.version !== undefined;
  const evaluation = useQuery({
    ...evaluationQuery(of),
    enabled: hasPlan && tab === "evaluation",
  });
  const difference = useQuery({
    ...differenceQuery(of),
    enabled: hasPlan && tab === "difference",
  });

  const shown = {
    evaluation,
    difference,
    why: null,
    problems: null,
    versions: null,
  }[tab];
  const failed = [found, shown].find((query) => query?.isError && !query.data);

  return (
    <Page
      title={t("title", { name })}
      tools={
        hasPlan && (
          <span className="aps-links">
            <Link to={planPath("tasks", of)}>{aps("openTasks")}</Link>
            <Link to={planPath("gantt", of)}>{aps("openGantt")}</Link>
          </span>
        )
      }
    >
      {schedule && <PlanHead schedule={schedule} of={of} />}
      {schedule && hasPlan && !isMissing && (
        <Suspense>
          <DraftBar schedule={schedule} />
        </Suspense>
      )}
      {isMissing ? null : failed ? (
        <Failure of={failed.error} onRetry={() => void failed.refetch()} />
      ) : found.data && !hasPlan ? (
        <p className="soft">{schedule ? t("noPlan") : aps("goneSchedule")}</p>
      ) : (
        <Tabs
          label={t("title", { name: "" })}
          active={tab}
          onChange={(next) =>
            setSearch(
              {
                tab: next,
                ...(of.planNumber > 0 && { plan: `${of.planNumber}` }),
              },
              { replace: true },
            )
          }
          tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
        >
          <div className="result">
            {tab === "evaluation" &&
              (evaluation.data ? (
                <Evaluation measured={evaluation.data} />
              ) : (
                <Loading />
              ))}
            {tab === "why" && hasPlan && (
              <Suspense fallback={<Loading />}>
                <WhyTab
                  plan={of}
                  remedy={(mould) =>
                    isNewest &&
                    mould.late > 0 &&
                    mould.state === "planned" && (
                      <Rescues
                        key={mould.mouldId}
                        plan={of}
                        mouldId={mould.mouldId}
                      />
                    )
                  }
                />
              </Suspense>
            )}
            {tab === "problems" && hasPlan && <ProblemTasks of={of} />}
            {tab === "versions" && schedule && (
              <VersionsTab schedule={schedule} of={of} />
            )}
            {tab === "difference" &&
              (difference.data ? (
                <Difference change={difference.data} />
              ) : (
                <Loading />
              ))}
          </div>
        </Tabs>
      )}
    </Page>
  );
}
