import { headHeight, xOf, type Box } from "../geometry";
import { firstFrom } from "../lanes";
import { laneIn, type Row } from "../layout";
import { batchNo, hasFlag, lotNo, opNo } from "../model";
import { flag } from "../plan";
import { paintConflict, paintMarks, widthOfMarks } from "./marks";
import type { Scene } from "./scene";
import { firstFitting } from "./text";
import type { Swatch } from "./theme";

/** Bars narrower than this are a block of their strong colour. */
const thin = 7;
const roomForText = 34;
const heightForText = 14;

/** Draws the bars of a row that are in sight and returns how many. */
export function paintBars(scene: Scene, row: Row) {
  const { model, view, frame, from, to, theme, scheme, isLit } = scene;
  const track = row.branch.track!;
  const top = headHeight - view.top + row.top;
  const lanes = Array.from({ length: track.laneCount }, (_, lane) =>
    laneIn(row, lane),
  );
  // Bars thinner than a pixel share it: the second would not be seen.
  const reached = new Float64Array(track.laneCount).fill(-Infinity);
  let drawn = 0;
  for (let i = firstFrom(track, model.start, from); ; i++) {
    const bar = track.bars[i];
    if (bar === undefined || model.start[bar]! > to) {
      return drawn;
    }
    const lane = track.lanes[i]!;
    // Whole pixels: they are crisp, and drawn several times faster.
    const left = Math.round(xOf(view, frame, model.start[bar]!));
    const right = Math.max(
      left + 1,
      Math.round(xOf(view, frame, model.end[bar]!)),
    );
    if (right <= frame.names || right <= reached[lane]!) {
      continue;
    }
    reached[lane] = right;
    drawn++;
    const { tone } = scheme.entries[scheme.of[bar]!]!;
    const isBright = !isLit || isLit(bar);
    const swatch = (isBright ? theme.tones : theme.dim)[tone];
    const { top: inRow, height } = lanes[lane]!;
    const box = { x: left, y: top + inRow, width: right - left, height };
    paintBar(scene, row, bar, swatch, box, isBright);
  }
}

function paintBar(
  scene: Scene,
  row: Row,
  bar: number,
  swatch: Swatch,
  box: Box,
  isBright: boolean,
) {
  const { context, model } = scene;
  const { x, y, width, height } = box;
  if (width < thin || height < 8) {
    context.fillStyle = swatch.strong;
    context.fillRect(x, y, Math.max(1, width - (width > 2 ? 1 : 0)), height);
  } else {
    context.fillStyle = swatch.fill;
    context.fillRect(x, y, width - 1, height);
    context.fillStyle = swatch.edge;
    context.fillRect(x, y, width < 16 ? 2 : 3, height);
    if (isBright && height >= heightForText) {
      paintMarks(scene, bar, swatch, box);
    }
    if (width > roomForText && height >= heightForText) {
      paintLabel(scene, row, bar, swatch, box);
    }
  }
  if (isBright && hasFlag(model, bar, flag.conflict)) {
    paintConflict(scene, box);
  }
}

function paintLabel(
  scene: Scene,
  row: Row,
  bar: number,
  swatch: Swatch,
  { x, y, width, height }: Box,
) {
  const { context, frame, isMoving } = scene;
  if (isMoving && width < 64) {
    return;
  }
  const left = Math.max(x, frame.names) + 7;
  const room = x + width - left - 4 - widthOfMarks(scene, bar, width);
  context.fillStyle = swatch.text;
  const text = firstFitting(context, labelsOf(scene, row, bar), room);
  context.fillText(text, left, y + height / 2 + 0.5);
}

/** What the row does not say itself, from the longest to the shortest. */
function labelsOf({ model }: Scene, { branch }: Row, bar: number) {
  const { moulds, processes, resources } = model.plan;
  const process = processes[model.process[bar]!]!.name;
  switch (branch.kind) {
    case "part": {
      const batch = batchNo(model, bar);
      const op = (batch && `${batch} · `) + opNo(model, bar);
      return [`${op} ${process}`, process, op];
    }
    case "operation":
      return [resources[model.resource[bar]!]!.name];
    default: {
      const mould = moulds[model.mould[bar]!]!.no;
      const part = lotNo(model, bar);
      return [`${mould} ${part} ${process}`, `${mould} ${part}`, mould];
    }
  }
}
