import type { Colouring } from "./colours";
import type { Frame, View } from "./geometry";
import type { Carries } from "./held";
import type { Model } from "./model";
import type { Scene } from "./render/scene";
import type { Mode } from "./rows";
import type { Hit } from "./search";

/** What a chart shows. Shown is the chart itself, of which this file knows nothing. */
export interface StateOf<Shown> {
  /** The plan with its bars as they stand today. */
  model: Model;
  mode: Mode;
  /** Keys of folded branches, of both trees. */
  folded: ReadonlySet<string>;
  frame: Frame;
  view: View;
  /** Scrolled or zoomed a moment ago. */
  isMoving: boolean;
  /** The present, in minutes of the plan. */
  now: number;
  selected: number;
  hovered: number;
  /** Of the pointer over the sheet; -1 when it is elsewhere. */
  pointerX: number;
  colouring: Colouring;
  /** The legend's entry that is lit alone, or null. */
  lit: number | null;
  hit: Hit | null;
  showsDetails: boolean;
  /** The open panel's task, in the last plan that held it: this one does not. */
  gone: { chart: Shown; bar: number } | null;
  /** The machine or people whose panel stands beside the chart; -1 for none. */
  resource: number;
  showsCommands: boolean;
  /** Moves the selected bar; null where nothing may be moved, and until it is there. */
  hand: Carries | null;
  /** Draws over the plan what is not kept yet. */
  over: ((scene: Scene) => void) | null;
}
