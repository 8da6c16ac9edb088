import type { Chart } from "./chart";
import {
  boxOf,
  headHeight,
  minuteAt,
  rowAt,
  xOf,
  type Frame,
  type View,
} from "./geometry";
import type { Carries, Foretold, Held, Move } from "./held";
import { firstFrom } from "./lanes";

/** What a hand asks of the page. */
export interface HandOf {
  /** Why a bar stays where it is, in words; null where it may go. */
  holds: (bar: number) => string | null;
  /** Tries a move while the bar is on its way. */
  tries: (move: Move) => Promise<Foretold>;
  /** The bar was let go. */
  drops: (move: Move) => void;
}

/** Between two tries of a bar that is on its way. */
const pauseMs = 100;
/** A start within so many pixels of what it may follow goes there. */
const snapReach = 6;
const rasterMinutes = 15;

/** Moves one bar at a time with the pointer: the chart shows where it would go, the page what that does. */
export class Hand implements Carries {
  #held: (Held & { from: Move; grip: number }) | null = null;
  #tried: Move | null = null;
  #isTrying = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #chart: Chart;
  readonly #of: HandOf;

  constructor(chart: Chart, of: HandOf) {
    this.#chart = chart;
    this.#of = of;
  }

  get held(): Held | null {
    return this.#held;
  }

  /** Takes a bar up at a point; false where it stays in its place and the pointer is free for something else. */
  takes(bar: number, x: number) {
    const { model, state } = this.#chart;
    const at = minuteAt(state.view, state.frame, x);
    const from: Move = {
      bar,
      resource: model.resource[bar]!,
      start: model.start[bar]!,
    };
    const why = this.#of.holds(bar);
    this.#held = {
      ...{ move: from, from, grip: at - from.start, x, y: -1 },
      foretold: why
        ? { lines: [why], isRefused: true, isHarmful: false }
        : null,
    };
    window.addEventListener("keydown", this.#onKey, true);
  }

  /** The pointer with the bar has moved. */
  moves(x: number, y: number) {
    const held = this.#held;
    if (!held) {
      return;
    }
    const isStuck = held.foretold?.isRefused && this.#of.holds(held.move.bar);
    const move = isStuck ? held.from : this.#moveAt(held, x, y);
    const isSame = same(move, held.move);
    this.#held = {
      ...held,
      ...{ x, y, move, foretold: isSame ? held.foretold : null },
    };
    this.#redraw();
    if (!isStuck && !isSame) {
      this.#try();
    }
  }

  /** Lets go: where it is known to be impossible, or where it already is, nothing happens. */
  lets() {
    const held = this.#held;
    this.#end();
    if (held && !held.foretold?.isRefused && !same(held.move, held.from)) {
      this.#of.drops(held.move);
    }
  }

  /** Gives up. */
  readonly drops = () => this.#end();

  #moveAt({ from, grip }: { from: Move; grip: number }, x: number, y: number) {
    const { model, layout, state } = this.#chart;
    const { view, frame, mode } = state;
    const row = layout.rows[rowAt(layout, view, y)];
    const branch = mode === "resource" ? row?.branch : undefined;
    const resource =
      branch?.kind === "resource" && row?.showsBars ? branch.of : from.resource;
    const raw = minuteAt(view, frame, x) - grip;
    const reach = snapReach / view.scale;
    let start = Math.round(raw / rasterMinutes) * rasterMinutes;
    const track = branch?.kind === "resource" ? branch.track : null;
    if (track) {
      let best = reach;
      for (let i = firstFrom(track, model.start, raw - reach); ; i++) {
        const bar = track.bars[i];
        if (bar === undefined || model.start[bar]! > raw + reach) {
          break;
        }
        for (const at of [model.end[bar]!, model.start[bar]!]) {
          if (bar !== from.bar && Math.abs(at - raw) < best) {
            best = Math.abs(at - raw);
            start = at;
          }
        }
      }
    }
    return { bar: from.bar, resource, start: Math.max(0, start) };
  }

  /** One try at a time, of where the bar is now. */
  #try() {
    const held = this.#held;
    if (
      !held ||
      this.#isTrying ||
      (this.#tried && same(this.#tried, held.move))
    ) {
      return;
    }
    const { move } = held;
    this.#isTrying = true;
    this.#tried = move;
    const began = performance.now();
    void this.#of.tries(move).then((foretold) => {
      if (this.#held && same(this.#held.move, move)) {
        this.#held = { ...this.#held, foretold };
        this.#redraw();
      }
      const left = pauseMs - (performance.now() - began);
      this.#again = setTimeout(
        () => {
          this.#isTrying = false;
          this.#try();
        },
        Math.max(0, left),
      );
    });
  }

  #end() {
    clearTimeout(this.#again);
    window.removeEventListener("keydown", this.#onKey, true);
    this.#held = null;
    this.#tried = null;
    this.#isTrying = false;
    this.#redraw();
  }

  #onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#end();
    }
  };

  /** The picture over the plan follows every state. */
  #redraw() {
    this.#chart.set({ hovered: -1 });
  }
}

const same = (a: Move, b: Move) =>
  a.bar === b.bar && a.resource === b.resource && a.start === b.start;

/** Where a bar would be drawn on a resource from a minute on; null while that has no row. */
export function boxAt(
  chart: Pick<Chart, "model" | "layout">,
  view: View,
  frame: Frame,
  { bar, resource, start }: Move,
  end: number,
) {
  const { model, layout } = chart;
  const here = boxOf(model, layout, view, frame, bar);
  const row = layout.rows.find(
    ({ branch }) => branch.kind === "resource" && branch.of === resource,
  );
  const home = layout.rows[layout.rowOf[bar]!];
  const x = xOf(view, frame, start);
  const width = Math.max(2, xOf(view, frame, end) - x);
  if (row?.showsBars) {
    const y = headHeight - view.top + row.top + 4;
    return { x, width, y, height: Math.max(8, row.height - 8) };
  }
  return here && home?.branch.kind !== "resource"
    ? { ...here, x, width }
    : null;
}
