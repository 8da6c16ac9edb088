import { Button } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { RecordCard } from "@/resource/record-card";
import { useMenuName } from "@/session/menu-name";
import { useSession } from "@/session/session";
import { Page } from "@/ui/page";
import { StatusMark } from "@/ui/status-mark";
import { EntryLines } from "./entry-lines";
import { useFirstHour, type Template } from "./first-hour-state";
import { RecordTemplates } from "./record-templates";
import { SchedulingStep } from "./scheduling-step";
import { useWizardTexts } from "./wizard-texts";
import "./wizard.css";

const steps = [
  "company",
  "factory",
  "calendars",
  "sections",
  "groups",
  "machines",
  "processes",
  "scheduling",
  "finish",
] as const;

type Step = (typeof steps)[number];

/** The way through what holds for the whole company, to the entry of its machines. */
export function WizardPage() {
  const t = useWizardTexts();
  const title = useMenuName("/settings/wizard") ?? t("title");
  const [search] = useSearchParams();
  const step = steps.find((one) => one === search.get("step"));
  if (!step) {
    // Each step has an address of its own, which its form hangs on.
    return <Navigate replace to={addressOf(steps[0])} />;
  }
  return (
    <Page title={title}>
      <div className="wizard">
        <Steps current={step} />
        <section className="wizard-step" aria-labelledby="wizard-step">
          {/* A step begins with nothing of the one before it. */}
          <StepBody key={step} step={step} />
        </section>
      </div>
    </Page>
  );
}

const addressOf = (step: Step) => `/settings/wizard?step=${step}`;

function Steps({ current }: { current: Step }) {
  const t = useWizardTexts();
  const { firstHour } = useFirstHour();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the steps stand in one line, which does not fit.
    nav.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <nav ref={nav} aria-label={t("steps")}>
      <ol className="wizard-steps">
        {steps.map((step) => {
          const known = firstHour?.steps.find(({ key }) => key === step);
          return (
            <li key={step}>
              <Link
                to={addressOf(step)}
                aria-current={step === current ? "step" : undefined}
              >
                {t(step)}
              </Link>
              {known?.done && (
                <StatusMark meaning="done">
                  {t("there", { count: known.count })}
                </StatusMark>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepBody({ step }: { step: Step }) {
  const t = useWizardTexts();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const next = steps[at + 1];
  useEffect(() => {
    if (at > 0) {
      heading.current?.focus(); // what is read next begins here
    }
  }, [at]);
  return (
    <>
      <h2 id="wizard-step" ref={heading} tabIndex={-1}>
        {t(step)}
      </h2>
      <p className="soft wizard-lead">{t(`${step}Lead`)}</p>
      <Content
        step={step}
        onNext={() => next && void navigate(addressOf(next))}
      />
      <footer className="wizard-foot">
        {before && (
          <Button onClick={() => void navigate(addressOf(before))}>
            {t("back")}
          </Button>
        )}
        {next && (
          <Button onClick={() => void navigate(addressOf(next))}>
            {t("next", { step: t(next) })}
          </Button>
        )}
      </footer>
    </>
  );
}

interface ContentProps {
  step: Step;
  onNext: () => void;
}

function Content({ step, onNext }: ContentProps): ReactNode {
  const t = useWizardTexts();
  const tenantId = useSession((now) => now.tenantId);
  const factoryId = useSession((now) => now.userData?.factoryId ?? "");
  const { firstHour, take, readAgain } = useFirstHour();
  const offer = (...kinds: Template["kind"][]) => (
    <RecordTemplates
      kinds={kinds}
      templates={firstHour?.templates ?? []}
      isBusy={take.isPending}
      onTake={take.mutate}
    />
  );
  switch (step) {
    case "company":
      return (
        <RecordCard
          entity="company-info"
          id={tenantId}
          holder="step"
          saveLabel={t("saveAndNext")}
          onSaved={onNext}
        />
      );
    case "factory":
      return factoryId ? (
        <RecordCard
          entity="factory"
          id={factoryId}
          holder="step"
          saveLabel={t("saveAndNext")}
          onSaved={onNext}
        />
      ) : (
        <p>{t("noFactory")}</p>
      );
    case "calendars":
      return (
        <>
          {offer("calendar", "shift")}
          <p>
            <Link to="/settings/calendar">{t("allCalendars")}</Link>{" "}
            <Link to="/settings/shift">{t("allShifts")}</Link>
          </p>
        </>
      );
    case "sections":
      return (
        <>
          {offer("section")}
          <EntryLines
            entity="section"
            also={["sectionType"]}
            onSaved={readAgain}
          />
        </>
      );
    case "groups":
      return (
        <EntryLines
          entity="group"
          also={["kind", "sectionId"]}
          onSaved={readAgain}
        />
      );
    case "machines":
      return (
        <EntryLines
          entity="machine"
          also={["machineType", "accuracyGradeId"]}
          onSaved={readAgain}
        />
      );
    case "processes":
      return (
        <>
          {offer("process", "partType")}
          <p>
            <Link to="/settings/process">{t("allProcesses")}</Link>{" "}
            <Link to="/settings/part-type">{t("allPartTypes")}</Link>
          </p>
        </>
      );
    case "scheduling":
      return <SchedulingStep />;
    case "finish":
      return <Finish />;
  }
}

/** What stands now, and where the way goes on. */
function Finish() {
  const t = useWizardTexts();
  const { firstHour } = useFirstHour();
  const counted = firstHour?.steps.filter(({ key }) =>
    steps.some((step) => step === key),
  );
  return (
    <>
      <dl className="wizard-counts">
        {counted?.map(({ key, count, done }) => (
          <div key={key}>
            <dt>
              <Link to={addressOf(key as Step)}>{t(key as Step)}</Link>
            </dt>
            <dd className="numbers">
              <StatusMark meaning={done ? "done" : "at-risk"}>
                {done ? t("there", { count }) : t("missing")}
              </StatusMark>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="wizard-onward">
        {onward.map(([key, path]) => (
          <li key={key}>
            <Link to={path}>{t(key)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const onward = [
  ["toImport", "/pm/import"],
  ["toUsers", "/settings/user"],
  ["toModules", "/settings/module"],
] as const;
