import type { Chart } from "../chart";
import { hasFlag, lotNo, opNo } from "../model";
import { flag } from "../plan";
import { slackText, spanText, type Say } from "../words";

/** A bar in a sentence: where it belongs, when it runs, what is odd about it. Of a hidden one, what there is to tell. */
export function spokenBar(chart: Chart, bar: number, say: Say) {
  const { model, clock } = chart;
  const { plan } = model;
  const mould = plan.moulds[model.mould[bar]!]!;
  const slack = slackText(model, bar, say);
  const resource = plan.resources[model.resource[bar]!]!.name;
  const times = {
    start: clock.moment(model.start[bar]!),
    end: clock.moment(model.end[bar]!),
  };
  const parts = [
    hasFlag(model, bar, flag.hidden)
      ? // A mould without an id stands for all that are hidden; in a hidden section the mould is told.
        say("spokenHidden", {
          place: mould.id ? `${resource} · ${mould.no}` : resource,
          ...times,
        })
      : say("spokenBar", {
          mould: mould.no,
          part: lotNo(model, bar),
          op: opNo(model, bar),
          process: plan.processes[model.process[bar]!]!.name,
          resource,
          ...times,
        }),
  ];
  if (mould.lateMinutes) {
    parts.push(say("spokenLate", { span: spanText(mould.lateMinutes, say) }));
  }
  if (slack !== null) {
    parts.push(say("spokenSlack", { span: slack }));
  }
  if (model.lock[bar]! > 0) {
    parts.push(say("locked"));
  }
  if (hasFlag(model, bar, flag.assumed)) {
    parts.push(say("assumed"));
  }
  if (hasFlag(model, bar, flag.conflict)) {
    parts.push(say("conflict"));
  }
  return parts.join(" · ");
}
