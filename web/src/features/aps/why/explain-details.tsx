import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { Loading } from "@/ui/loading";
import { whyQuery, type WhyOf } from "./explain";
import { WhyRefused } from "./explain-refused";
import { useWhyTexts } from "./explain-texts";
import { WhyView } from "./explain-view";
import { planPath, useShownPlan } from "../plan/plan-version";

interface WhyDetailsProps {
  mouldId: string;
  taskId: string;
  late: boolean;
  /** What to do about a late mould. */
  remedy?: ReactNode;
}

/** Beside the Gantt: why the selected task, or its mould, ends when it does. */
export function WhyDetails(props: WhyDetailsProps) {
  const { mouldId, taskId, late, remedy } = props;
  const plan = useShownPlan().of;
  const t = useWhyTexts();
  const [of, setOf] = useState<WhyOf | null>(null);
  const why = useQuery(whyQuery(plan, of));
  const choice = (label: string, next: WhyOf) => (
    <button
      type="button"
      aria-pressed={JSON.stringify(of) === JSON.stringify(next)}
      onClick={() => setOf(next)}
    >
      {label}
    </button>
  );
  return (
    <section>
      <h3>{t(late ? "whyLate" : "whyEnd")}</h3>
      <p className="why-choices">
        {choice(t("forMould"), { mould: mouldId })}
        {choice(t("forTask"), { task: taskId })}
        <Link to={planPath("result", plan, { tab: "why", mould: mouldId })}>
          {t("full")}
        </Link>
      </p>
      {of && why.isPending && <Loading />}
      {why.error && <WhyRefused of={why.error} />}
      {why.data && (
        <WhyView why={why.data} brief>
          {of && "mould" in of && remedy}
        </WhyView>
      )}
    </section>
  );
}
