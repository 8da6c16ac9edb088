import type { Clock } from "../clock";
import type { Scheme } from "../colours";
import { minuteAt, type Frame, type View } from "../geometry";
import type { Layout } from "../layout";
import type { Model } from "../model";
import { ticksOf, type Ticks } from "../ticks";
import type { Say } from "../words";
import type { Theme } from "./theme";

/** Everything that a picture is made of. */
export interface Scene {
  context: CanvasRenderingContext2D;
  model: Model;
  layout: Layout;
  view: View;
  frame: Frame;
  clock: Clock;
  scheme: Scheme;
  /** Bars that are not lit are dim; null lights all. */
  isLit: ((bar: number) => boolean) | null;
  /** While things move, small texts are left out. */
  isMoving: boolean;
  /** The present. */
  now: number;
  theme: Theme;
  say: Say;
  /** First and last minute in sight. */
  from: number;
  to: number;
  ticks: Ticks;
}

export function sceneOf(parts: Omit<Scene, "from" | "to" | "ticks">): Scene {
  const { frame, clock } = parts;
  // Rows stand on whole pixels.
  const view = { ...parts.view, top: Math.round(parts.view.top) };
  const from = minuteAt(view, frame, frame.names);
  const to = minuteAt(view, frame, frame.width);
  return {
    ...parts,
    view,
    from,
    to,
    ticks: ticksOf(from, to, view.scale, clock),
  };
}
