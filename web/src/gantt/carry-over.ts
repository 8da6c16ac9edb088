import type { ChartState } from "./chart";
import { schemeOf } from "./colours";
import type { Model } from "./model";
import type { Hit } from "./search";

/**
 * How a planner had arranged the picture, laid over the next plan of the schedule: view, folds and colouring as they
 * were, the selection by the task's id. Branches that are new stand as the next plan begins with them.
 */
export function carriedOver(
  { state, model }: { state: ChartState; model: Model },
  next: Model,
  fresh: ChartState,
  wasThere: (branch: string) => boolean,
): ChartState {
  const foldedNow = [...fresh.folded].filter((key) => !wasThere(key));
  const selected = barIn(next, model, state.selected);
  return {
    ...fresh,
    mode: state.mode,
    folded: new Set([...state.folded, ...foldedNow]),
    frame: state.frame,
    view: {
      ...state.view,
      left: state.view.left + minutesBetween(next, model),
    },
    selected,
    showsDetails: state.showsDetails && selected >= 0,
    colouring: state.colouring,
    lit: entryIn(next, model, state),
    hit: state.hit && hitIn(next, model, state.hit),
  };
}

/** Plans count their minutes from epochs of their own. */
function minutesBetween(next: Model, before: Model) {
  const epoch = ({ plan }: Model) => Date.parse(plan.epoch);
  return (epoch(before) - epoch(next)) / 60_000;
}

function nameOf({ plan: { bars } }: Model, bar: number) {
  return `${bars.id[bar]}#${bars.segment?.[bar] ?? 0}`;
}

function barIn(next: Model, before: Model, bar: number) {
  if (bar < 0) {
    return -1;
  }
  const name = nameOf(before, bar);
  return next.plan.bars.id.findIndex((_, at) => nameOf(next, at) === name);
}

/** The legend's entry of the same name; moulds and processes may stand elsewhere. */
function entryIn(
  next: Model,
  before: Model,
  { lit, colouring }: Pick<ChartState, "lit" | "colouring">,
) {
  if (lit === null) {
    return null;
  }
  const was = schemeOf(before, colouring).entries[lit]!;
  const at = schemeOf(next, colouring).entries.findIndex(
    ({ word, label }) => word === was.word && label === was.label,
  );
  return at < 0 ? null : at;
}

function hitIn(next: Model, before: Model, hit: Hit): Hit | null {
  const names = new Set([...hit.bars].map((bar) => nameOf(before, bar)));
  const bars = next.plan.bars.id
    .map((_, bar) => bar)
    .filter((bar) => names.has(nameOf(next, bar)))
    .sort((a, b) => next.start[a]! - next.start[b]!);
  return bars.length > 0 ? { ...hit, bars: Int32Array.from(bars) } : null;
}
