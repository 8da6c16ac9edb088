import type { Chart, ChartState } from "../chart";
import type { Say } from "../words";
import { paintInteractive } from "./interactive";
import { sceneOf, type Scene } from "./scene";
import { paintStatic } from "./static";
import { themeOf, type Theme } from "./theme";

/** Which bars a state lights; null is all of them. */
export function litOf(chart: Chart): Scene["isLit"] {
  const { lit, hit } = chart.state;
  if (hit) {
    const bars = new Uint8Array(chart.model.count);
    hit.bars.forEach((bar) => (bars[bar] = 1));
    return (bar) => bars[bar] === 1;
  }
  if (lit !== null) {
    const { names } = chart.scheme;
    return (bar) => names(lit, bar);
  }
  return null;
}

const drawnBy: (keyof ChartState)[] = [
  "model",
  "mode",
  "folded",
  "frame",
  "view",
  "isMoving",
  "now",
  "colouring",
  "lit",
  "hit",
];

/**
 * Keeps two canvases like the chart's state, at most once a frame: the plan on
 * the one, what follows pointer and selection on the other. While things move
 * the plan is drawn at one pixel per pixel. Returns what stops it.
 */
export class Painter {
  #theme: Theme | null = null;
  #frame = 0;
  #drawn: ChartState | null = null;
  #touchIsEmpty = false;
  #lit: Scene["isLit"] = null;
  readonly #leave: () => void;
  readonly #chart: Chart;
  readonly #plan: HTMLCanvasElement;
  readonly #touch: HTMLCanvasElement;
  #say: Say;

  constructor(
    chart: Chart,
    plan: HTMLCanvasElement,
    touch: HTMLCanvasElement,
    say: Say,
  ) {
    this.#chart = chart;
    this.#plan = plan;
    this.#touch = touch;
    this.#say = say;
    this.#leave = chart.subscribe(this.#ask);
    this.#ask();
  }

  /** The language or the look of the page has changed. */
  renew(say: Say) {
    this.#say = say;
    this.#theme = null;
    this.#drawn = null;
    this.#ask();
  }

  stop() {
    this.#leave();
    cancelAnimationFrame(this.#frame);
  }

  #ask = () => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  };

  #paint() {
    const { state } = this.#chart;
    if (state.frame.width === 0 || state.view.scale === 0) {
      return;
    }
    this.#theme ??= themeOf(this.#plan);
    const before = this.#drawn;
    if (!before || drawnBy.some((key) => before[key] !== state[key])) {
      this.#paintPlan(state, before);
    }
    this.#drawn = state;
    this.#paintTouch(state);
  }

  #paintPlan(state: ChartState, before: ChartState | null) {
    if (
      !before ||
      before.model !== state.model ||
      before.lit !== state.lit ||
      before.hit !== state.hit ||
      before.colouring !== state.colouring
    ) {
      this.#lit = litOf(this.#chart);
    }
    const scene = this.#scene(this.#plan, state.isMoving ? 1 : null);
    if (scene) {
      const drawn = paintStatic(scene, this.#chart.rowsInSight);
      this.#plan.dataset.barsDrawn = String(drawn);
      this.#plan.dataset.scale = state.view.scale.toFixed(5);
      this.#plan.dataset.left = state.view.left.toFixed(1);
      this.#plan.dataset.top = state.view.top.toFixed(0);
    }
  }

  /** Most of the time there is nothing to draw: then the canvas is left alone. */
  #paintTouch(state: ChartState) {
    const isEmpty =
      state.selected < 0 &&
      state.hovered < 0 &&
      !state.over &&
      (state.pointerX < 0 || state.isMoving);
    const isKnown = this.#touch.dataset.selected === String(state.selected);
    if (isEmpty && this.#touchIsEmpty && isKnown) {
      return;
    }
    this.#touchIsEmpty = isEmpty;
    const scene = this.#scene(this.#touch, null);
    if (scene) {
      paintInteractive(scene, state);
      this.#touch.dataset.selected = String(state.selected);
    }
  }

  #scene(canvas: HTMLCanvasElement, ratio: number | null): Scene | null {
    const context = canvas.getContext("2d", { alpha: canvas === this.#touch });
    if (!context) {
      return null;
    }
    const { state, model, layout, clock, scheme } = this.#chart;
    const { width, height } = state.frame;
    const dense = ratio ?? (window.devicePixelRatio || 1);
    // Setting a size clears the canvas and is slow: only when it differs.
    if (
      canvas.width !== Math.round(width * dense) ||
      canvas.height !== Math.round(height * dense)
    ) {
      canvas.width = Math.round(width * dense);
      canvas.height = Math.round(height * dense);
    }
    context.setTransform(dense, 0, 0, dense, 0, 0);
    return sceneOf({
      context,
      model,
      layout,
      clock,
      scheme,
      view: state.view,
      frame: state.frame,
      isMoving: state.isMoving,
      now: state.now,
      isLit: this.#lit,
      theme: this.#theme!,
      say: this.#say,
    });
  }
}
