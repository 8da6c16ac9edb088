import type { ReactNode } from "react";
import { formatDue, formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import {
  minutesOf,
  whyKinds,
  type Why,
  type WhyCause,
  type WhyStretch,
  type WhyTask,
} from "./explain";
import { spanWords, useWhyTexts } from "./explain-texts";
import { lotOf, stepOf } from "../plan/lot";
import { With } from "../plan/mould-names";
import "@/ui/plain-button.css";
import "./explain.css";
import "../plan/plan.css";

const nameOf = (task: WhyTask) =>
  `${lotOf(task)} · ${stepOf(task)} ${task.process}`;

/** The same, with the mark of a process that has no English name. */
export const TaskName = ({ of: task }: { of: WhyTask }) => (
  <>
    {lotOf(task)} · {stepOf(task)} <RecordName>{task.process}</RecordName>
  </>
);

const causeWords = (cause: WhyCause, t: ReturnType<typeof useWhyTexts>) =>
  cause.kind === "queue"
    ? t("causeQueue", { resource: cause.resource })
    : t(`kind.${cause.kind}`);

interface WhyViewProps {
  why: Why;
  /** Called when somebody asks why another task ends when it does. */
  onTask?: ((taskId: string) => void) | undefined;
  /** Without the list of the chain. */
  brief?: boolean;
  /** What stands below the verdict, such as what to do about it. */
  children?: ReactNode;
}

/** Why a mould or a task ends when it does: sentence, sum, chain and causes. */
export function WhyView({ why, onTask, brief, children }: WhyViewProps) {
  return (
    <div className={brief ? "why why-brief" : "why"}>
      <Verdict why={why} />
      <Holds why={why} />
      {children}
      <Sum why={why} />
      <ChainBar why={why} />
      <Causes why={why} />
      {!brief && <ChainList why={why} onTask={onTask} />}
    </div>
  );
}

function Verdict({ why }: { why: Why }) {
  const t = useWhyTexts();
  const zone = useZone();
  if (why.verdict === "onTime") {
    return (
      <p className="why-verdict">
        {t(why.due ? "verdict.onTime" : "verdict.onTimeNoDue")}
      </p>
    );
  }
  return (
    <p className="why-verdict" data-meaning="late">
      {t(`verdict.${why.verdict}`, {
        earliest: formatInstant(why.earliest, zone),
        count: why.unscheduled,
      })}
    </p>
  );
}

/** What alone would hold the date, where something does. */
function Holds({ why }: { why: Why }) {
  const t = useWhyTexts();
  if (why.verdict === "incomplete" || why.due === null || why.late === 0) {
    return null;
  }
  if (why.replanned >= why.late) {
    return <p className="why-holds">{t("holds.replanned")}</p>;
  }
  const cause = why.causes.find((cause) => cause.recoverable >= why.late);
  if (cause) {
    return (
      <p className="why-holds">
        {t("holds.cause", { cause: causeWords(cause, t) })}
      </p>
    );
  }
  return (
    why.verdict === "need" && <p className="why-holds">{t("holds.perhaps")}</p>
  );
}

/** Need + waiting - allowed = tardiness. */
function Sum({ why }: { why: Why }) {
  const t = useWhyTexts();
  const rest =
    why.allowed === null ? null : why.need + why.waiting - why.allowed;
  const terms: [string, string, number, string?][] = [
    ["", t("need"), why.need, t("needAbout")],
    ["+", t("waiting"), why.waiting, t("waitingAbout")],
  ];
  if (why.allowed !== null) {
    terms.push(["−", t("allowed"), why.allowed, t("allowedAbout")]);
  }
  return (
    <dl className="why-sum">
      {terms.map(([sign, name, minutes, about]) => (
        <div key={name} title={about}>
          <dt>
            {sign && <b>{sign}</b>} {name}
          </dt>
          <dd>
            {minutes < 0 && "−"}
            {spanWords(minutes, t)}
          </dd>
        </div>
      ))}
      {rest !== null && (
        <div>
          <dt>
            <b>=</b> {t(rest > 0 ? "tardiness" : "spare")}
          </dt>
          <dd data-meaning={rest > 0 ? "late" : undefined}>
            {spanWords(rest, t)}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The chain as one bar, as long as it takes; the due date is a line in it. */
function ChainBar({ why }: { why: Why }) {
  const t = useWhyTexts();
  const zone = useZone();
  if (why.chain.length === 0) {
    return null;
  }
  const origin = Date.parse(why.origin);
  const whole = Date.parse(why.end!) - origin;
  const due = why.due === null ? null : (Date.parse(why.due) - origin) / whole;
  const kinds = whyKinds.filter((kind) =>
    why.totals.some((total) => total.kind === kind),
  );
  return (
    <section>
      <h3>
        {t("chain")}{" "}
        <small>
          {t("chainAbout", { span: spanWords(why.need + why.waiting, t) })}
        </small>
      </h3>
      <div className="why-bar">
        {why.chain.map((stretch) => (
          <span
            key={stretch.from}
            data-why={stretch.kind}
            style={{ flexGrow: minutesOf(stretch) }}
            title={`${t(`kind.${stretch.kind}`)} · ${nameOf(stretch.task)} · ${spanWords(minutesOf(stretch), t)}`}
          />
        ))}
        {due !== null && due > 0 && due < 1 && (
          <i style={{ insetInlineStart: `${due * 100}%` }} />
        )}
      </div>
      <p className="why-ends">
        <span>{formatInstant(why.origin, zone)}</span>
        {why.due !== null && (
          <span className="why-due">
            {t("due")} {formatDue(why.due, zone)}
          </span>
        )}
        <span>{formatInstant(why.end, zone)}</span>
      </p>
      <ul className="why-legend">
        {kinds.map((kind) => (
          <li key={kind}>
            <i data-why={kind} /> {t(`kind.${kind}`)}{" "}
            <b>
              {spanWords(
                why.totals.find((total) => total.kind === kind)!.minutes,
                t,
              )}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Causes({ why }: { why: Why }) {
  const t = useWhyTexts();
  const most = Math.max(1, ...why.causes.map((cause) => cause.recoverable));
  return (
    <section>
      <h3>{t("causes")}</h3>
      {why.replanned > 0 && (
        <p className="why-replanned">
          {t(why.allowed === null ? "replannedEnd" : "replanned", {
            span: spanWords(why.replanned, t),
          })}
        </p>
      )}
      {why.causes.some(({ kind }) => kind === "queue") && (
        <p className="soft">{t("queueAbout")}</p>
      )}
      {why.causes.some(({ kind }) => kind === "held") && (
        <p className="soft">{t("heldAbout")}</p>
      )}
      {why.causes.length === 0 ? (
        <p className="soft">{t("causesNone")}</p>
      ) : (
        <table className="plain-table why-causes">
          <thead>
            <tr>
              <th>{t("cause")}</th>
              <th className="numbers">{t("onChain")}</th>
              <th
                title={t(
                  why.allowed === null ? "recoverableEnd" : "recoverableAbout",
                )}
              >
                {t("recoverable")}
              </th>
            </tr>
          </thead>
          <tbody>
            {why.causes.map((cause) => (
              <tr key={cause.kind + cause.resourceId}>
                <th scope="row">
                  <i data-why={cause.kind} /> {causeWords(cause, t)}
                </th>
                <td
                  className="numbers"
                  title={cause.minutes === 0 ? t("beside") : undefined}
                >
                  {cause.minutes === 0 ? "—" : spanWords(cause.minutes, t)}
                </td>
                <td>
                  <span className="why-gain">
                    <span>
                      <i
                        style={{
                          inlineSize: `${(cause.recoverable / most) * 100}%`,
                        }}
                      />
                    </span>
                    {spanWords(cause.recoverable, t)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ChainList({ why, onTask }: WhyViewProps) {
  const t = useWhyTexts();
  const zone = useZone();
  return (
    // Scrolled by keys where it is wider than its place.
    <section className="why-chain" tabIndex={0} aria-label={t("chain")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("time")}</th>
            <th>{t("what")}</th>
            <th>{t("task")}</th>
            <th className="numbers">{t("span")}</th>
            <th>{t("waitsFor")}</th>
          </tr>
        </thead>
        <tbody>
          {why.chain.map((stretch) => (
            <tr key={stretch.from}>
              <td className="why-time">
                {formatInstant(stretch.from, zone)} –{" "}
                {formatInstant(stretch.to, zone)}
              </td>
              <th scope="row">
                <i data-why={stretch.kind} /> {t(`kind.${stretch.kind}`)}
              </th>
              <td>
                <TaskName of={stretch.task} />
              </td>
              <td className="numbers">{spanWords(minutesOf(stretch), t)}</td>
              <td>
                <Details stretch={stretch} onTask={onTask} />
                {stretch.supposed && <p className="soft">{t("supposed")}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Details(props: {
  stretch: WhyStretch;
  onTask?: ((taskId: string) => void) | undefined;
}) {
  const { stretch, onTask } = props;
  const t = useWhyTexts();
  const { kind, task, other } = stretch;
  const far = (to: WhyTask, key: "behind" | "forElectrode") => (
    <With
      part={
        <>
          {to.mouldNo !== task.mouldNo && `${to.mouldNo} / `}
          <TaskName of={to} />
        </>
      }
    >
      {(part) => t(key, { task: part })}
    </With>
  );
  const ask = other && onTask && (
    <button
      type="button"
      className="plain-link"
      onClick={() => onTask(other.taskId)}
    >
      {t("explainTask")}
    </button>
  );
  switch (kind) {
    case "work":
      return (
        <>
          <RecordName>{task.resource}</RecordName> ·{" "}
          {t("worked", { span: spanWords(stretch.worked, t) })}
        </>
      );
    case "queue":
      return (
        <>
          <RecordName>{task.resource}</RecordName> ·{" "}
          {other ? far(other, "behind") : t("blocked")}
        </>
      );
    case "electrode":
      return (
        <>
          {other ? far(other, "forElectrode") : t("electrodeLead")} {ask}
        </>
      );
    case "flow":
    case "lag":
      return (
        other && (
          <With part={<TaskName of={other} />}>
            {(part) => t("toTask", { task: part })}
          </With>
        )
      );
    default:
      return <RecordName>{task.resource}</RecordName>;
  }
}
