import type { Box } from "../geometry";
import { hasFlag } from "../model";
import { flag } from "../plan";
import type { Scene } from "./scene";
import type { Swatch } from "./theme";

const roomForMarks = 18;
const markWidth = 12;

/** The marks of a bar that stand at its right end. */
function marksOf({ model }: Scene, bar: number) {
  return {
    lock: model.lock[bar]!,
    isDone: model.status[bar] === 3,
    isAssumed: hasFlag(model, bar, flag.assumed),
  };
}

/** Pixels that the marks take from the label. */
export function widthOfMarks(scene: Scene, bar: number, width: number) {
  const { lock, isDone, isAssumed } = marksOf(scene, bar);
  const count = Number(lock > 0) + Number(isDone) + Number(isAssumed);
  return width > roomForMarks ? count * markWidth : 0;
}

/** Shapes beside the colours: a lock, a tick, a dashed frame with a question mark, a ledge. */
export function paintMarks(
  scene: Scene,
  bar: number,
  swatch: Swatch,
  { x, y, width, height }: Box,
) {
  if (width <= roomForMarks) {
    return;
  }
  const { context, model } = scene;
  const { lock, isDone, isAssumed } = marksOf(scene, bar);
  if (hasFlag(model, bar, flag.carried)) {
    context.fillStyle = swatch.edge;
    context.fillRect(x, y + height - 2, width - 1, 2);
  }
  let right = x + width - 4;
  if (lock > 0) {
    paintLock(context, right - 9, y + height / 2 - 5, swatch.edge, lock === 2);
    right -= markWidth;
  }
  if (isDone) {
    paintTick(context, right - 9, y + height / 2, swatch.edge);
    right -= markWidth;
  }
  if (isAssumed) {
    context.setLineDash([4, 3]);
    context.strokeStyle = swatch.edge;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 2, height - 1);
    context.setLineDash([]);
    context.fillStyle = swatch.edge;
    context.fillText("?", right - 7, y + height / 2 + 0.5);
  }
}

function paintTick(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
) {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 3, y + 3);
  context.lineTo(x + 8, y - 3);
  context.stroke();
}

/** Closed with times fixed, an outline with only the machine fixed. */
function paintLock(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  isFull: boolean,
) {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.25;
  context.beginPath();
  context.arc(x + 4, y + 4, 2.6, Math.PI, 0);
  context.stroke();
  if (isFull) {
    context.fillRect(x, y + 4, 8, 6);
  } else {
    context.strokeRect(x + 0.6, y + 4.6, 6.8, 4.8);
  }
}

/** A red frame and a flag in the corner. */
export function paintConflict(
  { context, theme }: Scene,
  { x, y, width, height }: Box,
) {
  context.strokeStyle = theme.late;
  context.lineWidth = 1.5;
  context.strokeRect(
    x + 0.75,
    y + 0.75,
    Math.max(2, width - 2.5),
    height - 1.5,
  );
  context.fillStyle = theme.late;
  context.beginPath();
  context.moveTo(x + width - 9, y);
  context.lineTo(x + width - 1, y);
  context.lineTo(x + width - 1, y + 8);
  context.fill();
}
