import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { Tabs } from "@/ui/tabs";
import { useUiTexts } from "@/ui/texts";
import { Difference } from "./difference";
import { Evaluation } from "./evaluation";
import { ProblemTasks } from "./problem-tasks";
import { differenceQuery, evaluationQuery } from "./result";
import { useResultTexts } from "./result-texts";
import { scheduleQuery } from "./schedule";
import { useApsTexts } from "./texts";
import "./aps.css";
import "./result.css";

const WhyTab = lazy(async () => ({
  default: (await import("./explain-tab")).WhyTab,
}));

const tabs = ["evaluation", "why", "problems", "difference"] as const;

/** The result of a schedule: what its plan is worth, what it leaves open, what it changes. */
export function ResultPage() {
  const { id = "" } = useParams();
  const t = useResultTexts();
  const aps = useApsTexts();
  const ui = useUiTexts();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((key) => key === search.get("tab")) ?? "evaluation";
  const found = useQuery(scheduleQuery(id));
  const schedule = found.data?.rows[0];
  const hasPlan = Boolean(schedule?.tasks);
  const version = hasPlan ? schedule?.version : undefined;
  const evaluation = useQuery({
    ...evaluationQuery(id, version),
    enabled: hasPlan && tab === "evaluation",
  });
  const difference = useQuery({
    ...differenceQuery(id, version),
    enabled: hasPlan && tab === "difference",
  });

  const shown = { evaluation, difference, why: null, problems: null }[tab];
  const failed = [found, shown].find((query) => query?.isError && !query.data);

  return (
    <Page
      title={t("title", { name: schedule?.name ?? "" })}
      tools={
        hasPlan && (
          <span className="aps-links">
            <Link to={`/aps/schedule/${id}/tasks`}>{aps("openTasks")}</Link>
            <Link to={`/aps/schedule/${id}/gantt`}>{aps("openGantt")}</Link>
          </span>
        )
      }
    >
      {failed ? (
        <Failure of={failed.error} onRetry={() => void failed.refetch()} />
      ) : found.data && !hasPlan ? (
        <p className="soft">{schedule ? t("noPlan") : aps("goneSchedule")}</p>
      ) : (
        <Tabs
          label={t("title", { name: "" })}
          active={tab}
          onChange={(next) => setSearch({ tab: next }, { replace: true })}
          tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
        >
          <div className="result">
            {tab === "evaluation" &&
              (evaluation.data ? (
                <Evaluation measured={evaluation.data} />
              ) : (
                <p className="soft">{ui("loading")}</p>
              ))}
            {tab === "why" && version !== undefined && (
              <Suspense fallback={<p className="soft">{ui("loading")}</p>}>
                <WhyTab id={id} version={version} />
              </Suspense>
            )}
            {tab === "problems" && version !== undefined && (
              <ProblemTasks id={id} version={version} />
            )}
            {tab === "difference" &&
              (difference.data ? (
                <Difference change={difference.data} />
              ) : (
                <p className="soft">{ui("loading")}</p>
              ))}
          </div>
        </Tabs>
      )}
    </Page>
  );
}
