import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { RecordTemplates } from "@/features/company/record-templates";
import {
  places,
  type FirstHour,
  type FirstHourStep,
  type StepKey,
  type Template,
  type Wanted,
} from "@/features/company/first-hour-state";
import { StarterButton } from "@/features/company/starter-button";
import { useCan, useSession } from "@/session/session";
import { StatusMark } from "@/ui/status-mark";
import { useFirstHourTexts } from "./first-hour-texts";
import "./first-hour.css";

interface ChecklistProps {
  firstHour: FirstHour;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
  onTake: (wanted: Wanted) => void;
  isTaking: boolean;
}

/** The way of a new factory to its first published plan; gone once there is one. */
export function FirstHourChecklist(props: ChecklistProps) {
  const { firstHour, isHidden, onHide, onTake, isTaking } = props;
  const t = useFirstHourTexts();
  const mayGuide = useCan("system.companyInfo.modify");
  const mayImport = useCan(places.import.need);
  // The first template that is taken ends its step; who takes several goes on.
  const [opened, setOpened] = useState<string[]>([]);
  if (firstHour.published) {
    return null;
  }
  const { steps, templates } = firstHour;
  const numbers = {
    done: steps.filter((step) => step.done).length,
    all: steps.length,
  };
  if (isHidden) {
    return (
      <p className="first-hour-hidden">
        <button type="button" onClick={() => onHide(false)}>
          {t("show", numbers)}
        </button>
      </p>
    );
  }
  const next = steps.find((step) => !step.done)?.key;
  return (
    <section className="first-hour" aria-labelledby="first-hour">
      <header>
        <h2 id="first-hour">{t("title")}</h2>
        <span className="soft numbers">{t("progress", numbers)}</span>
        {mayGuide && <Link to="/settings/wizard">{t("wizard")}</Link>}
        <button type="button" onClick={() => onHide(true)}>
          {t("hide")}
        </button>
      </header>
      <ol>
        {steps.map((step) => (
          <Step
            key={step.key}
            step={step}
            isNext={step.key === next}
            isOpened={opened.includes(step.key)}
          >
            {offers[step.key as StepKey] && (
              <RecordTemplates
                kinds={offers[step.key as StepKey]!}
                templates={templates}
                isBusy={isTaking}
                onTake={(wanted) => {
                  setOpened((before) => [...before, step.key]);
                  onTake(wanted);
                }}
              />
            )}
            {step.key === "import" && mayImport && <StarterButton />}
          </Step>
        ))}
      </ol>
    </section>
  );
}

/** What each step offers to take. */
const offers: Partial<Record<StepKey, Template["kind"][]>> = {
  calendars: ["calendar", "shift"],
  sections: ["section"],
  processes: ["process", "partType"],
};

interface StepProps {
  step: FirstHourStep;
  isNext: boolean;
  isOpened: boolean;
  children: ReactNode;
}

function Step({ step, isNext, isOpened, children }: StepProps) {
  const t = useFirstHourTexts();
  const key = step.key as StepKey;
  const place = places[key];
  const permitted = useSession((now) => now.permitted);
  const isOpen = place !== null && permitted[place.need] === true;
  return (
    <li
      className={isNext ? "first-hour-next" : ""}
      aria-current={isNext ? "step" : undefined}
    >
      <div className="first-hour-step">
        {isOpen ? <Link to={place.path}>{t(key)}</Link> : <b>{t(key)}</b>}
        <p className="soft">{t(`${key}Hint`)}</p>
        {(isNext || isOpened || !step.done) && children}
      </div>
      <div className="first-hour-state">
        {step.done ? (
          <StatusMark meaning="done">{t("isDone")}</StatusMark>
        ) : (
          <StatusMark meaning={isNext ? "active" : "off"}>
            {t(isNext ? "isNext" : "isLater")}
          </StatusMark>
        )}
        <small className="soft numbers">
          {place !== null && !isOpen
            ? t("noAccess")
            : step.count > 0 && place !== null
              ? t("count", { count: step.count })
              : ""}
        </small>
      </div>
    </li>
  );
}
