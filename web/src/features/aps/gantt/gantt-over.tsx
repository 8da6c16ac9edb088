import { App } from "antd";
import { useEffect, useMemo, useRef } from "react";
import type { Chart } from "@/gantt/chart";
import { Hand } from "@/gantt/hand";
import type { Foretold, Move } from "@/gantt/held";
import { paintOver, type Ghost } from "@/gantt/render/over";
import { useChart } from "@/gantt/use-chart";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { wordsOf } from "@/ui/failure";
import { useDraftTexts } from "../draft/draft-texts";
import {
  previewOf,
  type PlanChange,
  type PlanEffect,
  type TaskShift,
} from "../draft/preview";
import { useDraft } from "../draft/use-draft";
import { useDraftEffect } from "../draft/use-draft-effect";

interface GanttOverProps {
  chart: Chart;
  scheduleId: string;
  /** The plan on show may be changed. */
  isOpen: boolean;
}

/**
 * What is not kept yet, over the plan: the bars of one's draft where they would go, and the one that is being dragged. What is let go
 * becomes a step of the draft.
 */
export function GanttOver({ chart, scheduleId, isOpen }: GanttOverProps) {
  const t = useDraftTexts();
  const { message } = App.useApp();
  const { draft, add } = useDraft(scheduleId);
  const effect = useDraftEffect(scheduleId, draft);
  const model = useChart(chart, (state) => state.model);
  const { plan } = model;
  const isOn =
    isOpen &&
    draft !== undefined &&
    !draft.behind &&
    draft.newestId === plan.planId;
  const own = draft?.changes;
  const foretold = effect.data;
  const ghosts = useMemo(
    () =>
      isOn && own && own.length > 0 && foretold
        ? ghostsOf(chart, own, foretold.tasks)
        : [],
    // The model stands for the plan and its bars.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [isOn, own, foretold, model, chart],
  );

  // The hand lives as long as its chart; what it asks is of the last render.
  const page = { own, add, t, message };
  const now = useRef(page);
  useEffect(() => {
    now.current = page;
  });
  useEffect(() => {
    if (!isOn) {
      chart.set({ hand: null, over: null });
      return;
    }
    const changeOf = ({ bar, resource, start }: Move): PlanChange => ({
      kind: "move",
      taskId: plan.bars.id[bar]!,
      resourceId: plan.resources[resource]!.id,
      start: instantOf(start),
    });
    const instantOf = (minute: number) =>
      new Date(Date.parse(plan.epoch) + minute * 60_000).toISOString();
    const hand =
      chart.state.hand ??
      new Hand(chart, {
        holds: (bar) => {
          const { model } = chart;
          return model.status[bar] !== 0
            ? now.current.t("heldBegun")
            : model.lock[bar] === 2
              ? now.current.t("heldLocked")
              : null;
        },
        tries: async (move) => {
          const { own = [], t } = now.current;
          const change = changeOf(move);
          try {
            const effect = await previewOf(scheduleId, plan.planId, [
              ...own,
              change,
            ]);
            return toldOf(effect, change, t, plan.zone);
          } catch (failure) {
            return {
              ...{ lines: [wordsOf(failure)], isRefused: true },
              isHarmful: false,
            };
          }
        },
        drops: (move) => {
          const { add, message } = now.current;
          add([changeOf(move)], plan.planId).catch((failure: unknown) => {
            message.destroy();
            void message.error(wordsOf(failure));
          });
        },
      });
    chart.set({
      hand,
      over: (scene) => paintOver(scene, chart, ghosts, hand.held),
    });
  }, [chart, isOn, ghosts, plan, scheduleId]);
  useEffect(() => () => chart.set({ hand: null, over: null }), [chart]);
  return null;
}

/** The bars that a draft would have elsewhere. */
function ghostsOf(chart: Chart, own: PlanChange[], shifts: TaskShift[]) {
  const { plan } = chart.model;
  const epoch = Date.parse(plan.epoch);
  const minute = (at: string) => Math.round((Date.parse(at) - epoch) / 60_000);
  const changed = new Set(own.map(({ taskId }) => taskId));
  const bars = new Map(plan.bars.id.map((id, bar) => [id, bar]));
  const rows = new Map(plan.resources.map(({ id }, at) => [id, at]));
  return shifts.flatMap(({ task, resourceId, start, end }): Ghost[] => {
    const bar = bars.get(task.taskId);
    const resource = rows.get(resourceId);
    return bar === undefined || resource === undefined
      ? []
      : [
          {
            ...{ bar, resource, start: minute(start), end: minute(end) },
            isOwn: changed.has(task.taskId),
          },
        ];
  });
}

/** What a move does, in a few lines. */
function toldOf(
  effect: PlanEffect,
  { taskId }: PlanChange,
  t: ReturnType<typeof useDraftTexts>,
  zone: string,
): Foretold {
  const own = effect.tasks.find(({ task }) => task.taskId === taskId);
  const conflicts = effect.conflicts.length;
  const late = effect.moulds.filter(({ nowLate }) => nowLate);
  const lines = [
    own &&
      t("runs", {
        start: formatInstant(own.start, zone),
        end: formatInstant(own.end, zone),
      }),
    late.length > 0 &&
      t("becomeLate", {
        count: effect.nowLate,
        moulds: joined(late.slice(0, 3).map(({ mouldNo }) => mouldNo)),
      }),
    effect.rescued > 0 && t("rescued", { count: effect.rescued }),
    conflicts > 0 && t("conflicts", { count: conflicts }),
    !own && effect.taskCount === 0 && t("noTasks"),
  ].filter((line) => typeof line === "string");
  return {
    ...{ lines, isRefused: false },
    isHarmful: effect.nowLate > 0 || conflicts > 0,
  };
}
