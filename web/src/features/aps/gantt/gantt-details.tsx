import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Chart } from "@/gantt/chart";
import {
  batchNo,
  hasFlag,
  lotNo,
  neighbours,
  none,
  opNo,
  slackOf,
  type Neighbour,
} from "@/gantt/model";
import { flag, linkKind, type PlanConflict } from "@/gantt/plan";
import { slackText, spanText } from "@/gantt/words";
import { counted } from "@/i18n/counted";
import { Narrowed } from "@/ui/narrowed";
import { RecordName } from "@/ui/record-name";
import { SidePanel } from "@/ui/side-panel";
import { useBarTexts } from "./gantt-bar-texts";
import { useGanttTexts } from "./gantt-texts";
import { usePreviewTexts } from "../draft/preview-texts";
import { useShownPlan } from "../plan/plan-version";
import { useApsTexts } from "../plan/texts";
import "../draft/preview.css";

const WhyDetails = lazy(async () => ({
  default: (await import("../why/explain-details")).WhyDetails,
}));

const Rescues = lazy(async () => ({
  default: (await import("../rescue/rescues")).Rescues,
}));

const GanttChange = lazy(async () => ({
  default: (await import("./gantt-change")).GanttChange,
}));

interface GanttDetailsProps {
  chart: Chart;
  bar: number;
}

interface PanelProps extends GanttDetailsProps {
  /** Of a task that the plan on show holds no more: what was typed stays to be read, nothing can be done. */
  onClose?: (() => void) | undefined;
}

/** Everything that the person may see of the selected bar, beside the chart. */
export function GanttDetails(props: PanelProps) {
  const { chart, bar } = props;
  return hasFlag(chart.model, bar, flag.hidden) ? (
    <HiddenDetails {...props} />
  ) : (
    <SeenDetails {...props} />
  );
}

/**
 * Work of a section that the person does not see: the mould, the times and nothing to do. Of a mould that they do not see, which has
 * no identity here, the times alone.
 */
function HiddenDetails({ chart, bar, onClose }: PanelProps) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const { model, clock } = chart;
  const mould = model.plan.moulds[model.mould[bar]!]!;
  // The server's word for what is hidden stands in place of the operation.
  const { name } = model.plan.processes[model.process[bar]!]!;
  const isOther = mould.id === "";
  return (
    <SidePanel
      title={isOther ? mould.no : `${mould.no} · ${name}`}
      closeLabel={words("closeDetails")}
      onClose={onClose ?? (() => chart.showDetails(false))}
    >
      <div className="gantt-details">
        <p className="gantt-warning">
          {words(isOther ? "hiddenMouldBar" : "hiddenBar")}{" "}
          <Narrowed kinds={[isOther ? "people" : "section"]}>
            {words("whyHidden")}
          </Narrowed>
        </p>
        <Facts
          rows={[
            [t("mould"), `${mould.no} ${mould.name}`.trim()],
            [words("start"), clock.moment(model.start[bar]!)],
            [words("end"), clock.moment(model.end[bar]!)],
          ]}
        />
        {!isOther && <Delivery chart={chart} bar={bar} />}
      </div>
    </SidePanel>
  );
}

function SeenDetails({ chart, bar, onClose }: PanelProps) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const preview = usePreviewTexts();
  const aps = useApsTexts();
  const { model } = chart;
  const { plan } = model;
  const mould = plan.moulds[model.mould[bar]!]!;
  const part = plan.parts[model.part[bar]!]!;
  const resource = plan.resources[model.resource[bar]!]!;
  const batch = batchNo(model, bar);
  const { of, isNewest } = useShownPlan();
  // By its name: the next plan counts its bars anew, and what was typed stays.
  const key = `${plan.bars.id[bar]}#${plan.bars.segment?.[bar] ?? 0}`;
  const [changed, setChanged] = useState("");
  const isOpen = !hasFlag(model, bar, flag.carried) && model.status[bar] !== 3;
  if (isOpen && changed !== key) {
    setChanged(key);
  }
  return (
    <SidePanel
      title={`${mould.no} · ${lotNo(model, bar)} · ${opNo(model, bar)}`}
      closeLabel={words("closeDetails")}
      onClose={onClose ?? (() => chart.showDetails(false))}
    >
      <div className="gantt-details">
        {onClose && (
          <p role="status" className="gantt-warning gantt-warning-late">
            {preview("leftPlan")}
          </p>
        )}
        <Warnings chart={chart} bar={bar} />
        <Facts
          rows={[
            [t("mould"), `${mould.no} ${mould.name}`],
            [t("part"), `${part.no} ${part.name}`],
            ...(batch ? [[aps("batchNo"), batch] as [string, string]] : []),
            [
              t("operation"),
              <>
                {opNo(model, bar)}{" "}
                <RecordName>
                  {plan.processes[model.process[bar]!]!.name}
                </RecordName>
              </>,
            ],
            [t("resource"), <RecordName>{resource.name}</RecordName>],
            [
              t("section"),
              <RecordName>
                {[resource.section, resource.group]
                  .filter(Boolean)
                  .join(" / ") || "–"}
              </RecordName>,
            ],
            [words("standard"), spanText(plan.bars.minutes[bar]!, t)],
            [words("qty"), counted(plan.bars.qty[bar]!)],
            [words("priority"), String(mould.priority)],
            [t("status"), aps(`task${model.status[bar] as 0 | 1 | 2 | 3}`)],
            [words("lock"), words(`lock${model.lock[bar] as 0 | 1 | 2}`)],
          ]}
        />
        <Times chart={chart} bar={bar} />
        <Delivery chart={chart} bar={bar} />
        {/* Finished while it was open, it tells what can no longer be done. */}
        {(isOpen || changed === key) && (
          <Suspense>
            {isOpen && !onClose && (
              <WhyDetails
                key={plan.bars.id[bar]}
                mouldId={mould.id}
                taskId={plan.bars.id[bar]!}
                late={(mould.lateMinutes ?? 0) > 0}
                remedy={
                  isNewest &&
                  (mould.lateMinutes ?? 0) > 0 && (
                    <Rescues key={mould.id} plan={of} mouldId={mould.id} />
                  )
                }
              />
            )}
            <fieldset className="preview-fields" disabled={Boolean(onClose)}>
              <GanttChange
                key={key}
                chart={chart}
                bar={bar}
                hasLeft={Boolean(onClose)}
              />
            </fieldset>
          </Suspense>
        )}
        {!onClose && <Links chart={chart} bar={bar} />}
      </div>
    </SidePanel>
  );
}

function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Warnings({ chart, bar }: GanttDetailsProps) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const { model } = chart;
  const { plan } = model;
  const name = (other: number) =>
    `${plan.moulds[model.mould[other]!]!.no} · ${plan.parts[model.part[other]!]!.no}`;
  const ruleText = ({ kind, minutes, other, more }: PlanConflict) => {
    const rule = words(`conflict_${kind}`, { span: spanText(minutes, t) });
    return other < 0
      ? rule
      : words(more > 0 ? "conflictMore" : "conflictWith", {
          rule,
          other: name(other),
          more,
          all: more + 1,
        });
  };
  return (
    <>
      {(model.conflicts.get(bar) ?? []).map((conflict, i) => (
        <p key={i} className="gantt-warning gantt-warning-late">
          <b>{t("conflict")}</b> {ruleText(conflict)}
        </p>
      ))}
      {(["coarse", "breaksSpec", "changesMachine"] as const).map(
        (mark) =>
          hasFlag(model, bar, flag[mark]) && (
            <p key={mark} className="gantt-warning">
              {words(mark)}
            </p>
          ),
      )}
      {hasFlag(model, bar, flag.assumed) && (
        <p className="gantt-warning">{t("assumed")}</p>
      )}
      {hasFlag(model, bar, flag.carried) && (
        <p className="gantt-warning">{t("carried")}</p>
      )}
    </>
  );
}

function Times({ chart, bar }: GanttDetailsProps) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const { model, clock } = chart;
  const moment = (minute: number | null | undefined) =>
    minute === null || minute === undefined || minute === none
      ? "—"
      : clock.moment(minute);
  const latest = (minute: number | undefined) =>
    hasFlag(model, bar, flag.passed) && minute === model.plan.start
      ? words("beforePlan")
      : moment(minute);
  const slack = slackOf(model, bar);
  return (
    <section>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{words("start")}</th>
            <th scope="col">{words("end")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("planned")}</th>
            <td>{moment(model.start[bar])}</td>
            <td>{moment(model.end[bar])}</td>
          </tr>
          <tr>
            <th scope="row">{words("latest")}</th>
            <td>{latest(model.latestStart[bar])}</td>
            <td>{latest(model.latestEnd[bar])}</td>
          </tr>
          <tr>
            <th scope="row">{words("real")}</th>
            <td>{moment(model.realStart[bar])}</td>
            <td>{moment(model.realEnd[bar])}</td>
          </tr>
        </tbody>
      </table>
      <p className="gantt-slack">
        <span>{t("slack")}</span>
        <b className={slack !== null && slack < 0 ? "gantt-late" : undefined}>
          {slackText(model, bar, t) ?? "—"}
        </b>
        <small>{words(slack === null ? "noSlackHint" : "slackHint")}</small>
      </p>
    </section>
  );
}

function Delivery({ chart, bar }: GanttDetailsProps) {
  const t = useGanttTexts();
  const words = useBarTexts();
  const { model, clock } = chart;
  const mould = model.plan.moulds[model.mould[bar]!]!;
  const release = model.releases.get(bar);
  const rows: [string, ReactNode][] = [];
  if (mould.due !== null) {
    rows.push([words("due"), clock.due(mould.due)]);
  }
  if (mould.unscheduled > 0) {
    rows.push([
      words("mouldEnd"),
      <span className="gantt-late">
        {words("mouldUnscheduled", { count: mould.unscheduled })}
      </span>,
    ]);
  } else if (mould.end !== null) {
    const late = mould.lateMinutes;
    rows.push([
      words("mouldEnd"),
      <>
        {clock.moment(mould.end)}{" "}
        {late !== null && (
          <span className={late > 0 ? "gantt-late" : "gantt-fine"}>
            {late > 0
              ? words("lateBy", { span: spanText(late, t) })
              : words("onTime")}
          </span>
        )}
      </>,
    ]);
  }
  if (release) {
    rows.push([
      t("release"),
      `${clock.moment(release.at)} ${words(`cause_${release.cause}`)}`,
    ]);
  }
  return rows.length > 0 ? <Facts rows={rows} /> : null;
}

function Links({ chart, bar }: GanttDetailsProps) {
  const words = useBarTexts();
  const { model } = chart;
  const before = neighbours(model.before, bar);
  const after = neighbours(model.after, bar);
  const electrodes = before.filter(({ kind }) => kind === linkKind.electrode);
  const finished = electrodes.filter(({ bar: e }) => model.status[e] === 3);
  const burnt = model.electrodes.get(bar) ?? {
    all: electrodes.length,
    ready: 0,
  };
  return (
    <>
      <section>
        <h3>{words("predecessors", { n: before.length })}</h3>
        {burnt.all > 0 && (
          <p className="gantt-electrodes">
            {words("electrodesReady", {
              n: burnt.ready + finished.length,
              all: burnt.all,
            })}
          </p>
        )}
        <LinkList chart={chart} list={before} none={words("noPredecessors")} />
      </section>
      <section>
        <h3>{words("successors", { n: after.length })}</h3>
        <LinkList chart={chart} list={after} none={words("noSuccessors")} />
      </section>
    </>
  );
}

function LinkList(props: { chart: Chart; list: Neighbour[]; none: string }) {
  const { chart, list, none: nothing } = props;
  const words = useBarTexts();
  const { model, clock } = chart;
  const { plan } = model;
  if (list.length === 0) {
    return <p className="gantt-nothing">{nothing}</p>;
  }
  const sorted = [...list].sort(
    (a, b) => model.start[a.bar]! - model.start[b.bar]!,
  );
  return (
    <ul className="gantt-links">
      {sorted.map(({ bar, kind }) => (
        <li key={bar}>
          <button type="button" onClick={() => chart.goTo(bar)}>
            <b>
              {lotNo(model, bar)} · {opNo(model, bar)}{" "}
              <RecordName>
                {plan.processes[model.process[bar]!]!.name}
              </RecordName>
            </b>
            <small
              className={
                kind === linkKind.electrode ? "gantt-copper" : undefined
              }
            >
              {words(`link${kind as 0 | 1 | 2 | 3 | 4}`)}
            </small>
            <span>
              {clock.moment(model.start[bar]!)} →{" "}
              {clock.moment(model.end[bar]!)}
            </span>
            <span>
              <RecordName>
                {plan.resources[model.resource[bar]!]!.name}
              </RecordName>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
