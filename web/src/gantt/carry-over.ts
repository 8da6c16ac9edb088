import type { StateOf } from "./chart-state";
import { schemeOf } from "./colours";
import { hasFlag, type Model } from "./model";
import { flag } from "./plan";
import { hitsFor, type Hit } from "./search";

/** A chart, as far as it is read here. */
interface Arranged<Chart> {
  readonly state: StateOf<Chart>;
  readonly model: Model;
}

/**
 * How a planner had arranged the picture, laid over the next plan of the schedule: view, folds and colouring as they
 * were, the selection by the task's id, an open panel even of a task that the next plan does not hold. Branches that are
 * new stand as the next plan begins with them.
 */
export function carriedOver<Chart extends Arranged<Chart>>(
  before: Chart,
  next: Model,
  fresh: StateOf<Chart>,
  wasThere: (branch: string) => boolean,
): StateOf<Chart> {
  const { state, model } = before;
  const foldedNow = [...fresh.folded].filter((key) => !wasThere(key));
  const { gone, at } = panelIn(next, before);
  return {
    ...fresh,
    mode: state.mode,
    folded: new Set([...state.folded, ...foldedNow]),
    frame: state.frame,
    view: {
      ...state.view,
      left: state.view.left + minutesBetween(next, model),
    },
    selected: at >= 0 ? at : barIn(next, model, state.selected),
    showsDetails: at >= 0,
    gone,
    resource: resourceIn(next, model, state.resource),
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

/** The bar of the open panel, or the panel as it was where the next plan does not hold its task; -1 and null: none. */
function panelIn<Chart extends Arranged<Chart>>(next: Model, before: Chart) {
  const { showsDetails, selected, gone } = before.state;
  const open =
    gone ??
    (showsDetails && selected >= 0 ? { chart: before, bar: selected } : null);
  if (!open) {
    return { gone: null, at: -1 };
  }
  const { model } = open.chart;
  const at = barIn(next, model, open.bar);
  // Carried over from the plan in force, it is no task of the schedule any more.
  const isCarriedNow =
    at >= 0 &&
    hasFlag(next, at, flag.carried) &&
    !hasFlag(model, open.bar, flag.carried);
  return at < 0 || isCarriedNow ? { gone: open, at: -1 } : { gone: null, at };
}

function resourceIn(next: Model, before: Model, resource: number) {
  const was = before.plan.resources[resource]?.id;
  return next.plan.resources.findIndex(({ id }) => id === was);
}

/** The legend's entry of the same name; moulds and processes may stand elsewhere. */
function entryIn(
  next: Model,
  before: Model,
  { lit, colouring }: Pick<StateOf<unknown>, "lit" | "colouring">,
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
  return bars.length > 0
    ? { ...hit, bars: Int32Array.from(bars) }
    : (hitsFor(next, hit.label).find(
        ({ kind, label }) => kind === hit.kind && label === hit.label,
      ) ?? null);
}
