import { useCallback, useMemo, type ReactNode } from "react";
import { useLanguage } from "@/i18n/language";
import { inSentence } from "@/resource/metadata";
import { Chart, type ChartColours } from "@/ui/chart";
import { RecordName } from "@/ui/record-name";
import { Bound, ForcedLate, Overtime } from "./evaluation-extra";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import {
  figure,
  hoursFigure,
  outOfHundred,
  percent as ofWhole,
} from "../plan/figure";
import type {
  Axis,
  Evaluation as Measured,
  GroupLoad,
  Section,
} from "./result";
import { useResultTexts } from "./result-texts";
import { useSpans } from "./spans";

/** One place for every share on the page: the same figure reads the same in two places. */
const percent = (value: number | null) => ofWhole(value, 1);

/** What a plan is worth: its figures, the radar, the load of the groups. */
export function Evaluation({ measured }: { measured: Measured }) {
  const t = useResultTexts();
  const { say } = useLanguage();
  return (
    <div className="evaluation">
      {(measured.notes ?? []).map((note) => (
        <p key={note.en} className="evaluation-note" role="note">
          {say(note)}
        </p>
      ))}
      <Figures measured={measured} />
      <Bound measured={measured} />
      <div className="evaluation-charts">
        <Radar measured={measured} />
        <Load measured={measured} />
      </div>
      <section>
        <h2>{t("sections")}</h2>
        <Sections measured={measured} />
      </section>
      <ForcedLate measured={measured} />
      <Overtime measured={measured} />
    </div>
  );
}

function Figures({ measured }: { measured: Measured }) {
  const t = useResultTexts();
  const { say } = useLanguage();
  const f = measured.figures;
  const { hours, days } = useSpans();
  const unscheduled = f.unscheduled.reduce((sum, { count }) => sum + count, 0);
  const shown: [string, ReactNode, string?, ("late" | undefined)?][] = [
    [
      t("onTime"),
      `${figure(f.onTime)} / ${figure(f.moulds)}`,
      t("late", { rate: percent(f.onTimeRate), count: f.late }),
    ],
    [
      t("plannedMoulds"),
      `${figure(f.planned)} / ${figure(f.moulds)}`,
      t("notPlannedMoulds", { partly: f.partlyPlanned, none: f.notPlanned }),
      f.planned < f.moulds ? "late" : undefined,
    ],
    [
      t("forced"),
      f.forced
        ? `${figure(f.forced - f.forcedLate)} / ${figure(f.forced)}`
        : "–",
      f.forced ? t("forcedLate", { count: f.forcedLate }) : t("forcedNone"),
      f.forcedLate > 0 ? "late" : undefined,
    ],
    [
      t("maxTardiness"),
      days(f.maxTardiness),
      t("mean", { value: days(f.meanTardiness) }),
    ],
    [
      t("weightedTardiness"),
      figure(f.weightedTardiness, 1),
      t("weightedTardinessUnit"),
    ],
    [t("makespan"), days(f.makespan)],
    [
      t("meanFlow"),
      days(f.meanFlow),
      t("leadRatio", { value: percent(f.leadRatio) }),
    ],
    [
      t("bottleneck"),
      <RecordName>{f.bottleneck || "–"}</RecordName>,
      t("utilisation", {
        value: percent(f.utilisation),
        target: percent(f.target),
      }),
    ],
    [
      t("openMoulds"),
      figure(f.openMoulds, 1),
      t("changeovers", { count: f.changeovers }),
    ],
    [t("extra"), hours(f.overtimeHours), t("overtimeAbout")],
    [
      t("outsourced"),
      figure(f.outsourced),
      t("avoidable", {
        hours: hours(f.outsourcedHours),
        count: f.avoidable,
        value: hours(f.avoidableHours),
      }),
    ],
    [
      t("unscheduled"),
      figure(unscheduled),
      [
        ...f.unscheduled.map(({ words, count }, i) =>
          t("byReason", {
            reason: i > 0 ? inSentence(say(words)) : say(words),
            count,
          }),
        ),
        t("conflicts", { count: f.conflicts }),
      ].join(t("and")),
      unscheduled > 0 ? "late" : undefined,
    ],
    [
      t("bufferReds"),
      figure(f.bufferReds),
      t("bufferRedsAbout"),
      f.bufferReds > 0 ? "late" : undefined,
    ],
    [
      t("moved"),
      f.compared ? figure(f.moved) : "–",
      f.compared
        ? t("compared", { value: figure(f.compared) })
        : t("nothingToCompare"),
    ],
    [t("runTime"), t("seconds", { value: figure(f.runSeconds, 1) })],
  ];
  return (
    <dl className="figures">
      {shown.map(([label, value, note, meaning]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-meaning={meaning}>{value}</dd>
          {note && <dd className="figures-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function Radar({ measured }: { measured: Measured }) {
  const t = useResultTexts();
  const { say } = useLanguage();
  const { axes, score } = measured;
  // What is undefined has no corner: it would look like a failure.
  const drawn = useMemo(
    () => axes.filter((axis) => axis.value !== null),
    [axes],
  );
  const option = useCallback(
    (colours: ChartColours) => ({
      radar: {
        indicator: drawn.map((axis) => ({ name: say(axis.label), max: 100 })),
        axisName: { color: colours.text, fontSize: 12 },
        axisLine: { lineStyle: { color: colours.line } },
        splitLine: { lineStyle: { color: colours.line } },
        splitArea: { show: false },
        radius: "66%",
      },
      series: [
        {
          type: "radar",
          symbolSize: 5,
          lineStyle: { color: colours.accent, width: 2 },
          itemStyle: { color: colours.accent },
          areaStyle: { color: colours.accent, opacity: 0.15 },
          data: [{ value: drawn.map((axis) => axis.value) }],
        },
      ],
    }),
    [drawn, say],
  );
  return (
    <section className="evaluation-radar">
      <h2>
        {t("radar")}
        <span className="evaluation-score">
          {t("score", { value: outOfHundred(score) })}
        </span>
      </h2>
      <p className="soft">
        {measured.counting === axes.length
          ? t("scoreOfAll", { count: axes.length })
          : t("scoreOf", {
              count: measured.counting,
              all: axes.length,
              names: axes
                .filter((axis) => !axis.counts)
                .map((axis) => say(axis.label))
                .join(t("and")),
            })}
      </p>
      <Chart label={t("radar")} height={300} option={option} />
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("axis")}</th>
            <th className="numbers">{t("value")}</th>
            <th className="numbers">{t("raw")}</th>
            <th className="numbers">{t("weight")}</th>
          </tr>
        </thead>
        <tbody>
          {axes.map((axis) => (
            <tr key={axis.key} title={say(axis.help)}>
              <th scope="row">{say(axis.label)}</th>
              <td className="numbers">{outOfHundred(axis.value)}</td>
              <td className="numbers soft">
                <Raw axis={axis} />
              </td>
              <td className="numbers soft">
                {axis.counts ? figure(axis.weight, 2) : t("countsNot")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Raw({ axis: { raw, unit } }: { axis: Axis }) {
  const t = useResultTexts();
  if (raw === null) {
    return "–";
  }
  switch (unit) {
    case "%":
      return percent(raw);
    case "h":
      return t("hours", { value: hoursFigure(raw) });
    case "priorityHours":
      return t("rawPriorityHours", { value: figure(raw, 1) });
    case "tasks":
      return t("rawTasks", { count: raw });
    case "buffers":
      return t("rawBuffers", { count: raw });
    default:
      return figure(raw, 2);
  }
}

function Load({ measured }: { measured: Measured }) {
  const t = useResultTexts();
  const m = useMeaningTexts();
  const isShared = areShared(measured.load);
  const days = measured.figures.windowDays;
  const groups = [...measured.load].sort(
    (a, b) => (b.ratio ?? -1) - (a.ratio ?? -1),
  );
  return (
    <section className="evaluation-load">
      <h2>{t("load", { days })}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("group")}</th>
            <th>{t("loadRatio")}</th>
            <th className="numbers">{t("occupied")}</th>
            {isShared && <th className="numbers">{m("ownHours")}</th>}
            <th className="numbers">{t("available")}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.group}>
              <th scope="row">
                <RecordName>{group.group}</RecordName>
                {/* People and groups as a whole are one resource, of whatever size. */}
                {group.resources > 1 && (
                  <span className="soft"> × {group.resources}</span>
                )}
              </th>
              <td>
                <span className="load-cell">
                  <meter
                    min={0}
                    max={1}
                    high={0.85}
                    optimum={0.5}
                    value={Math.min(1, group.ratio ?? 0)}
                    aria-label={group.group}
                  />
                  <span className="numbers">{percent(group.ratio)}</span>
                </span>
              </td>
              <td className="numbers">{hoursFigure(group.occupiedHours)}</td>
              {isShared && (
                <td className="numbers soft">{hoursFigure(group.ownHours)}</td>
              )}
              <td className="numbers soft">
                {hoursFigure(group.availableHours)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Sections({ measured }: { measured: Measured }) {
  const t = useResultTexts();
  const m = useMeaningTexts();
  const isShared = areShared(measured.sections);
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{t("section")}</th>
          <th className="numbers">{t("tasks")}</th>
          <th className="numbers">{t("lateTasks")}</th>
          <th className="numbers">{t("unscheduled")}</th>
          <th className="numbers">{t("occupied")}</th>
          {isShared && <th className="numbers">{m("ownHours")}</th>}
          <th className="numbers">{t("available")}</th>
          <th className="numbers">{t("loadRatio")}</th>
        </tr>
      </thead>
      <tbody>
        {measured.sections.map((row) => (
          <tr key={row.section}>
            <th scope="row">
              <RecordName>{row.section || t("noSection")}</RecordName>
            </th>
            <td className="numbers">{figure(row.tasks)}</td>
            <td className="numbers">{figure(row.lateTasks)}</td>
            <td className="numbers">{figure(row.unscheduled)}</td>
            <td className="numbers">{hoursFigure(row.occupiedHours)}</td>
            {isShared && (
              <td className="numbers soft">{hoursFigure(row.ownHours)}</td>
            )}
            <td className="numbers">{hoursFigure(row.availableHours)}</td>
            <td className="numbers">{percent(row.ratio)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether some of the hours are of work that the plan carries over: the schedule's own share is told apart then. */
const areShared = (loads: (GroupLoad | Section)[]) =>
  loads.some(
    ({ occupiedHours, ownHours }) =>
      typeof ownHours === "number" && occupiedHours - ownHours >= 0.5,
  );
