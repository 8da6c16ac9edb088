import { headHeight, xOf } from "../geometry";
import { firstFrom } from "../lanes";
import { barHeight, barTopIn, type Row } from "../layout";
import { hasFlag } from "../model";
import { flag } from "../plan";
import type { Scene } from "./scene";
import { fitText } from "./text";
import type { Swatch } from "./theme";

/** Bars narrower than this are a block of their strong colour. */
const thin = 7;
const roomForText = 34;
const roomForMarks = 16;

/** Draws the bars of a row that are in sight and returns how many. */
export function paintBars(scene: Scene, row: Row) {
  const { context, model, view, frame, from, to, theme, scheme, isLit } = scene;
  const track = row.branch.track!;
  const top = headHeight - view.top + row.top;
  const isOperation = row.branch.kind === "operation";
  // Bars thinner than a pixel share it: the second would not be seen.
  const reached = new Float64Array(track.laneCount).fill(-Infinity);
  let drawn = 0;
  for (let i = firstFrom(track, model.start, from); ; i++) {
    const bar = track.bars[i];
    if (bar === undefined || model.start[bar]! > to) {
      break;
    }
    const lane = track.lanes[i]!;
    const left = xOf(view, frame, model.start[bar]!);
    const right = Math.max(left + 1, xOf(view, frame, model.end[bar]!));
    const isOut = right <= frame.names || right <= reached[lane]!;
    if (isOut) {
      continue;
    }
    reached[lane] = Math.floor(right);
    drawn++;
    const tone = scheme.entries[scheme.of[bar]!]!.tone;
    const lit = !isLit || isLit(bar);
    const swatch = (lit ? theme.tones : theme.dim)[tone];
    const y = top + barTopIn(row, lane);
    const width = right - left;
    if (width < thin) {
      context.fillStyle = swatch.edge;
      context.fillRect(left, y, Math.max(1, width - 0.5), barHeight);
      if (lit && hasFlag(model, bar, flag.conflict)) {
        paintConflict(scene, left, y, width);
      }
      continue;
    }
    paintBody(context, swatch, left, y, width);
    if (lit && width > roomForMarks) {
      paintMarks(scene, bar, swatch, left, y, width);
    }
    if (lit && hasFlag(model, bar, flag.conflict)) {
      paintConflict(scene, left, y, width);
    }
    if (width > roomForText && (!scene.isMoving || width > 64)) {
      const from = Math.max(left, frame.names) + 7;
      const room = right - from - (width > 60 ? marksWidth(scene, bar) : 4);
      context.fillStyle = swatch.text;
      const text = isOperation ? labelOfMould(scene, bar) : labelOf(scene, bar);
      context.fillText(fitText(context, text, room), from, y + barHeight / 2);
    }
  }
  return drawn;
}

function paintBody(
  context: CanvasRenderingContext2D,
  swatch: Swatch,
  x: number,
  y: number,
  width: number,
) {
  context.fillStyle = swatch.fill;
  context.fillRect(x, y, width - 1, barHeight);
  context.fillStyle = swatch.edge;
  context.fillRect(x, y, 3, barHeight);
}

/** In a row of a resource the mould tells most, in a row of a mould the step. */
function labelOf({ model, layout }: Scene, bar: number) {
  const { moulds, parts, processes } = model.plan;
  const kind = layout.rows[layout.rowOf[bar]!]!.branch.kind;
  const process = processes[model.process[bar]!]!.name;
  return kind === "part"
    ? `${model.op[bar]} ${process}`
    : `${moulds[model.mould[bar]!]!.no} ${parts[model.part[bar]!]!.no} ${process}`;
}

function labelOfMould({ model }: Scene, bar: number) {
  return model.plan.resources[model.resource[bar]!]!.name;
}

function marksWidth({ model }: Scene, bar: number) {
  return (
    4 +
    (model.lock[bar]! > 0 ? 12 : 0) +
    (model.status[bar] === 3 ? 12 : 0) +
    (hasFlag(model, bar, flag.assumed) ? 10 : 0)
  );
}

/** Shapes beside the colours: a lock, a tick, a question mark, the burns' diamond. */
function paintMarks(
  scene: Scene,
  bar: number,
  swatch: Swatch,
  x: number,
  y: number,
  width: number,
) {
  const { context, model } = scene;
  if (hasFlag(model, bar, flag.assumed)) {
    context.save();
    context.setLineDash([4, 3]);
    context.strokeStyle = swatch.edge;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 2, barHeight - 1);
    context.restore();
  }
  if (hasFlag(model, bar, flag.carried)) {
    context.fillStyle = swatch.edge;
    context.fillRect(x, y + barHeight - 2, width - 1, 2);
  }
  let right = x + width - 4;
  if (model.lock[bar]! > 0) {
    paintLock(context, right - 9, y + 5, swatch.edge, model.lock[bar] === 2);
    right -= 12;
  }
  if (model.status[bar] === 3 && width > 26) {
    context.strokeStyle = swatch.edge;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(right - 9, y + 10);
    context.lineTo(right - 6, y + 13);
    context.lineTo(right - 1, y + 7);
    context.stroke();
    right -= 12;
  }
  if (hasFlag(model, bar, flag.assumed) && width > 44) {
    context.fillStyle = swatch.edge;
    context.fillText("?", right - 7, y + barHeight / 2);
  }
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
function paintConflict(scene: Scene, x: number, y: number, width: number) {
  const { context, theme } = scene;
  context.strokeStyle = theme.late;
  context.lineWidth = 1.5;
  context.strokeRect(
    x + 0.75,
    y + 0.75,
    Math.max(2, width - 2.5),
    barHeight - 1.5,
  );
  context.fillStyle = theme.late;
  context.beginPath();
  context.moveTo(x + width - 9, y);
  context.lineTo(x + width - 1, y);
  context.lineTo(x + width - 1, y + 8);
  context.fill();
}
