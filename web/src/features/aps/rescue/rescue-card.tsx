import { Fragment } from "react";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { hoursWords, spanWords, useWhyTexts } from "../why/explain-texts";
import { lotOf, stepOf } from "../plan/lot";
import { MouldNo, With } from "../plan/mould-names";
import { grouped, type Rescue, type RescueStep } from "./rescue";
import { useRescueTexts } from "./rescue-texts";
import { useDayWords } from "./use-day-words";

/** Moulds that a card names one by one. */
const mostNamed = 3;

interface CardProps {
  rescue: Rescue;
  mouldNo: string;
  /** When the mould ends without it. */
  was: string;
  zone: string;
  /** Null for whoever may change no plan. */
  onUse: (() => void) | null;
  state: "open" | "using" | "used" | "closed";
}

/** One rescue: what is done, when the mould ends then, what it costs, who ends later. */
export function RescueCard(props: CardProps) {
  const { rescue, mouldNo, was, zone, onUse, state } = props;
  const t = useRescueTexts();
  const why = useWhyTexts();
  const costs = [
    rescue.overtimeMinutes > 0 &&
      t("overtimeCost", { span: hoursWords(rescue.overtimeMinutes, why) }),
    rescue.outsourcedMinutes > 0 &&
      t("outsourceCost", { span: hoursWords(rescue.outsourcedMinutes, why) }),
  ].filter((cost) => cost !== false);
  return (
    <li className="rescue" data-rescued={rescue.rescued}>
      <h4>
        <span>{rescue.kinds.map((kind) => t(`kind.${kind}`)).join(" + ")}</span>
        <span data-meaning={rescue.rescued ? "done" : "late"}>
          {rescue.rescued
            ? t("onTime")
            : t("stillLate", { span: spanWords(rescue.late, why) })}
        </span>
      </h4>
      <ul>
        {grouped(rescue.steps).map((steps, i) => (
          <li key={i}>
            <Step steps={steps} mouldNo={mouldNo} zone={zone} />
          </li>
        ))}
      </ul>
      <dl>
        <dt>{t("end")}</dt>
        <dd>
          {formatInstant(rescue.end, zone)}{" "}
          <small>{t("was", { end: formatInstant(was, zone) })}</small>
        </dd>
        <dt>{t("cost")}</dt>
        <dd>
          {costs.length > 0 ? joined(costs) : t("free")}{" "}
          <small>{t("tasks", { count: rescue.taskCount })}</small>
        </dd>
        <dt>{t("harm")}</dt>
        <dd>
          <Harm rescue={rescue} zone={zone} />
        </dd>
      </dl>
      {state === "used" ? (
        <p role="status">{t("used")}</p>
      ) : onUse ? (
        <p>
          <button
            type="button"
            className="rescue-use"
            disabled={state === "closed"}
            aria-busy={state === "using"}
            onClick={() => state === "open" && onUse()}
          >
            {t(state === "using" ? "using" : "use")}
          </button>
        </p>
      ) : (
        <p className="soft">{t("mayNot")}</p>
      )}
    </li>
  );
}

function Step(props: { steps: RescueStep[]; mouldNo: string; zone: string }) {
  const { steps, mouldNo, zone } = props;
  const t = useRescueTexts();
  const why = useWhyTexts();
  const days = useDayWords(zone);
  const step = steps[0]!;
  const name = (task: NonNullable<RescueStep["task"]>) =>
    `${task.mouldNo === mouldNo ? "" : `${task.mouldNo} / `}${lotOf(task)} · ${stepOf(task)} ${task.process}`;
  const task = step.task ? name(step.task) : "";
  const { resource, supplier, kind } = step;
  const from = days.moment(step.from);
  switch (kind) {
    case "ahead":
      return step.other
        ? t("ahead", { task, from, resource, other: name(step.other) })
        : t("aheadAlone", { task, from, resource });
    case "machine":
      return t("machine", {
        task,
        was: step.task?.resource ?? "",
        resource,
        from,
      });
    case "overtime":
      return t("overtime", {
        resource,
        spans: joined(steps.map(({ from, to }) => days.stretch(from, to))),
      });
    case "outsource":
      return t("outsource", {
        ...{ task, supplier },
        span: spanWords(step.minutes, why),
      });
    default:
      return t("split", { task, span: spanWords(step.minutes, why) });
  }
}

function Harm({ rescue, zone }: { rescue: Rescue; zone: string }) {
  const t = useRescueTexts();
  const why = useWhyTexts();
  const { harmed, harmedParts } = rescue;
  if (harmed.length + harmedParts.length === 0) {
    return t("nobody");
  }
  const rest = harmed.slice(mostNamed);
  const restLate = rest.filter(({ nowLate }) => nowLate).length;
  return (
    <ul>
      {harmed.slice(0, mostNamed).map((mould) => (
        <li
          key={mould.mouldId}
          data-meaning={mould.nowLate ? "late" : undefined}
        >
          <With part={<MouldNo>{mould.mouldNo}</MouldNo>}>
            {(part) =>
              t(mould.nowLate ? "nowLate" : "later", {
                mould: part,
                span: spanWords(mould.minutes, why),
                end: formatInstant(mould.after, zone),
                late: spanWords(mould.late, why),
              })
            }
          </With>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          {t(restLate > 0 ? "moreLate" : "more", {
            count: rest.length,
            late: restLate,
          })}
        </li>
      )}
      {harmedParts.map((part) => (
        <Fragment key={[part.mouldNo, part.partNo, part.batchNo].join("/")}>
          <li data-meaning={part.nowLate ? "late" : undefined}>
            {t(part.nowLate ? "nowLatePart" : "laterPart", {
              part: [part.mouldNo, part.partNo, part.batchNo]
                .filter(Boolean)
                .join(" / "),
              span: spanWords(part.minutes, why),
              end: formatInstant(part.after, zone),
              late: spanWords(part.late, why),
            })}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
