import { mouldTone } from "../colours";
import { headHeight, minuteAt, xOf } from "../geometry";
import type { Row } from "../layout";
import { loadBetween, type Load } from "../load";
import { mixed } from "./theme";
import type { Scene } from "./scene";

/** What stands in rows without bars: the load of a group, the span of a mould or part. */
export function paintSummary(scene: Scene, row: Row) {
  const { branch } = row;
  if (branch.load && branch.kind === "group") {
    paintLoad(scene, row, branch.load);
  } else if (branch.kind === "mould") {
    paintMould(scene, row);
  } else if (branch.span && branch.kind === "part") {
    paintSpan(scene, row, branch.span, scene.theme.textSoft, 4);
  }
}

/** Share of the group's capacity in use, column by column. */
function paintLoad(scene: Scene, row: Row, load: Load) {
  const { context, theme, view, frame, from, to } = scene;
  const base = headHeight - view.top + row.top + row.height - 1;
  const most = row.isFolded ? row.height - 8 : row.height - 14;
  const step = scene.isMoving ? 4 : 2;
  const first = Math.max(
    frame.names,
    Math.floor(xOf(view, frame, Math.max(from, row.branch.span?.from ?? from))),
  );
  const last = Math.min(
    frame.width,
    xOf(view, frame, Math.min(to, row.branch.span?.to ?? to)),
  );
  const calm = mixed(theme.accent, theme.surface, 0.45);
  for (let x = first; x < last; x += step) {
    const share = loadBetween(
      load,
      minuteAt(view, frame, x),
      minuteAt(view, frame, x + step),
    );
    if (share > 0.005) {
      const height = Math.max(1, Math.round(Math.min(1, share) * most));
      context.fillStyle = share > 1.005 ? theme.late : calm;
      context.fillRect(x, base - height, step, height);
    }
  }
}

function paintMould(scene: Scene, row: Row) {
  const { context, theme, view, frame, model } = scene;
  const mould = model.plan.moulds[row.branch.of]!;
  const middle = headHeight - view.top + row.top + row.height / 2;
  const colour = theme.tones[mouldTone(mould)].edge;
  const { span } = row.branch;
  if (span) {
    paintSpan(scene, row, span, colour, 8);
  }
  if (row.branch.why) {
    context.font = `12px ${theme.font}`;
    context.fillStyle = theme.late;
    context.fillText(row.branch.why, frame.names + 12, middle);
  }
  if (mould.due === null) {
    return;
  }
  const due = xOf(view, frame, mould.due);
  const end = span ? xOf(view, frame, span.to) : due;
  if (end > due + 1) {
    context.strokeStyle = theme.late;
    context.lineWidth = 1.5;
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(Math.max(due, frame.names), middle + 9.5);
    context.lineTo(end, middle + 9.5);
    context.stroke();
    context.setLineDash([]);
  }
  paintDiamond(scene, due, middle, colour);
}

/** A flat bar with hanging ends. */
function paintSpan(
  scene: Scene,
  row: Row,
  span: { from: number; to: number },
  colour: string,
  thick: number,
) {
  const { context, view, frame } = scene;
  const top = headHeight - view.top + row.top + row.height / 2 - thick / 2;
  const left = Math.max(frame.names - 4, xOf(view, frame, span.from));
  const right = Math.min(frame.width + 4, xOf(view, frame, span.to));
  if (right <= left) {
    return;
  }
  context.fillStyle = colour;
  context.fillRect(left, top, Math.max(2, right - left), thick);
  const hang = Math.min(5, (right - left) / 2);
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left + hang, top + thick);
  context.lineTo(left, top + thick + 4);
  context.moveTo(right, top);
  context.lineTo(right - hang, top + thick);
  context.lineTo(right, top + thick + 4);
  context.fill();
}

/** When the mould is due. */
function paintDiamond(scene: Scene, x: number, y: number, colour: string) {
  const { context, theme, frame } = scene;
  if (x < frame.names - 6 || x > frame.width + 6) {
    return;
  }
  context.beginPath();
  context.moveTo(x, y - 7);
  context.lineTo(x + 7, y);
  context.lineTo(x, y + 7);
  context.lineTo(x - 7, y);
  context.closePath();
  context.fillStyle = theme.surface;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}
