import { boxOf, type Box } from "../geometry";
import { neighbours, type Neighbour } from "../model";
import { linkKind } from "../plan";
import type { Scene } from "./scene";

const stub = 9;

/** Arrows from the predecessors of a bar and to its successors; electrodes in copper, dashed. */
export function paintLinks(scene: Scene, bar: number) {
  const { model } = scene;
  const own = box(scene, bar);
  if (!own) {
    return;
  }
  for (const before of neighbours(model.before, bar)) {
    arrow(scene, box(scene, before.bar), own, before, true);
  }
  for (const after of neighbours(model.after, bar)) {
    arrow(scene, own, box(scene, after.bar), after, false);
  }
}

const box = ({ model, layout, view, frame }: Scene, bar: number) =>
  boxOf(model, layout, view, frame, bar);

function arrow(
  scene: Scene,
  from: Box | null,
  to: Box | null,
  { kind }: Neighbour,
  isBefore: boolean,
) {
  if (!from || !to) {
    return;
  }
  const { context, theme } = scene;
  const isElectrode = kind === linkKind.electrode;
  const colour = isElectrode
    ? theme.electrode
    : isBefore
      ? theme.accent
      : theme.textSoft;
  const far = isBefore ? from : to;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1;
  context.strokeRect(far.x + 0.5, far.y + 0.5, far.width - 1, far.height - 1);
  context.lineWidth = 1.5;
  context.setLineDash(isElectrode ? [5, 3] : []);
  context.beginPath();
  route(context, from, to);
  context.stroke();
  context.setLineDash([]);
  head(context, to);
}

/** At right angles: out, over to the row, in; back around when there is no room between. */
function route(context: CanvasRenderingContext2D, from: Box, to: Box) {
  const x1 = from.x + from.width;
  const y1 = from.y + from.height / 2;
  const x2 = to.x - 1;
  const y2 = to.y + to.height / 2;
  const corners: [number, number][] = [[x1, y1]];
  if (x2 >= x1 - 1) {
    if (y1 !== y2) {
      const x = Math.max((x1 + x2) / 2, x2 - stub);
      corners.push([x, y1], [x, y2]);
    }
  } else {
    const between =
      y2 > y1 ? to.y - 4 : y2 < y1 ? to.y + to.height + 4 : y1 + 15;
    corners.push([x1 + stub, y1], [x1 + stub, between]);
    corners.push([x2 - stub, between], [x2 - stub, y2]);
  }
  corners.push([x2, y2]);
  context.moveTo(x1, y1);
  for (let i = 1; i < corners.length - 1; i++) {
    const [beforeX, beforeY] = corners[i - 1]!;
    const [x, y] = corners[i]!;
    const [nextX, nextY] = corners[i + 1]!;
    const room = Math.min(
      Math.hypot(x - beforeX, y - beforeY),
      Math.hypot(nextX - x, nextY - y),
    );
    context.arcTo(x, y, nextX, nextY, Math.min(4, room / 2));
  }
  context.lineTo(x2, y2);
}

function head(context: CanvasRenderingContext2D, to: Box) {
  const y = to.y + to.height / 2;
  context.beginPath();
  context.moveTo(to.x, y);
  context.lineTo(to.x - 7, y - 4);
  context.lineTo(to.x - 7, y + 4);
  context.fill();
}
