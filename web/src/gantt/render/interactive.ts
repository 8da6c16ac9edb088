import { boxOf, headHeight, minuteAt, xOf, type Box } from "../geometry";
import { none } from "../model";
import { stickyAt } from "../sticky";
import { slackText } from "../words";
import { paintLinks } from "./links";
import type { Scene } from "./scene";
import { hatchOf } from "./shading";
import { widthOf } from "./text";
import { thumbWidth } from "./thumb";

export interface Touch {
  selected: number;
  hovered: number;
  pointerX: number;
  over: ((scene: Scene) => void) | null;
}

/** Draws what follows the pointer and the selection, over the plan. */
export function paintInteractive(scene: Scene, touch: Touch) {
  const { context, frame, model, layout, view } = scene;
  context.clearRect(0, 0, frame.width, frame.height);
  context.textBaseline = "middle";
  context.save();
  context.beginPath();
  const sticky = stickyAt(layout, view.top);
  const top = headHeight + (sticky ? sticky.row.height + sticky.shift : 0);
  context.rect(frame.names, top, frame.width, frame.height);
  context.clip();
  const { selected, hovered } = touch;
  touch.over?.(scene);
  if (selected >= 0) {
    paintDue(scene, selected, top);
    const box = boxOf(model, layout, view, frame, selected);
    if (box) {
      paintBuffer(scene, selected, box);
      paintLinks(scene, selected);
      outline(scene, box, scene.theme.text, 2, 2);
      paintSlack(scene, selected, box);
    }
  }
  if (hovered >= 0 && hovered !== selected) {
    const box = boxOf(model, layout, view, frame, hovered);
    if (box) {
      outline(scene, box, scene.theme.text, 1, 1);
    }
  }
  context.restore();
  if (touch.pointerX > frame.names && !scene.isMoving) {
    paintPointer(scene, touch.pointerX);
  }
}

function outline(
  { context, theme }: Scene,
  { x, y, width, height }: Box,
  colour: string,
  lineWidth: number,
  gap: number,
) {
  context.lineWidth = lineWidth + 2;
  context.strokeStyle = theme.surface;
  const left = x - gap / 2 - 0.5;
  const wide = Math.max(3, width) + gap;
  context.strokeRect(left, y - gap / 2 - 0.5, wide, height + gap + 1);
  context.lineWidth = lineWidth;
  context.strokeStyle = colour;
  context.strokeRect(left, y - gap / 2 - 0.5, wide, height + gap + 1);
}

/** From the end of a bar to its latest end: how far it may slip, or has slipped. */
function paintSlack(scene: Scene, bar: number, box: Box) {
  const { context, theme, model, view, frame, say } = scene;
  const slack = slackText(model, bar, say);
  const latest = model.latestEnd[bar]!;
  if (slack === null || latest === none) {
    return;
  }
  const end = box.x + box.width;
  const x = xOf(view, frame, latest);
  const y = Math.round(box.y + box.height) + 2.5;
  const isLate = x < end;
  const isOutOfSight =
    Math.max(x, end) < frame.names || Math.min(x, end) > frame.width;
  if (isOutOfSight) {
    return;
  }
  context.strokeStyle = isLate ? theme.late : theme.done;
  context.fillStyle = context.strokeStyle;
  context.lineWidth = 1.5;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(Math.max(frame.names, Math.min(end, x)), y);
  context.lineTo(Math.max(end, x), y);
  context.stroke();
  context.setLineDash([]);
  context.fillRect(x - 1, box.y - 1, 2, box.height + 4);
  const text = `${say("slack")} ${slack}`;
  context.font = `600 11px ${theme.font}`;
  const width = widthOf(context, text) + 10;
  const left = Math.max(
    frame.names + 4,
    Math.min(end + 4, frame.width - width - thumbWidth - 8),
  );
  context.fillStyle = isLate ? theme.late : theme.done;
  context.fillRect(left, y + 2, width, 17);
  context.fillStyle = theme.surface;
  context.fillText(text, left + 5, y + 11);
}

/** Time kept free before a bar. */
function paintBuffer(scene: Scene, bar: number, box: Box) {
  const { context, theme, model, view, frame } = scene;
  const start = model.buffers.get(bar);
  if (start === undefined) {
    return;
  }
  const x = xOf(view, frame, start);
  const hatch = hatchOf(context, theme.risk);
  if (hatch) {
    context.fillStyle = hatch;
    context.fillRect(x, box.y, box.x - x, box.height);
  }
  context.strokeStyle = theme.risk;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, box.y + 0.5, box.x - x - 1, box.height - 1);
}

/** When the mould of a bar is due, through all rows. */
function paintDue(scene: Scene, bar: number, top: number) {
  const { context, theme, model, view, frame, say } = scene;
  const mould = model.plan.moulds[model.mould[bar]!]!;
  if (mould.due === null) {
    return;
  }
  const x = Math.round(xOf(view, frame, mould.due));
  context.strokeStyle = mould.late ? theme.late : theme.textSoft;
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(x, headHeight);
  context.lineTo(x, frame.height);
  context.stroke();
  context.setLineDash([]);
  const text = say("dueMark", { mould: mould.no });
  context.font = `11px ${theme.font}`;
  const width = widthOf(context, text) + 10;
  const left = Math.min(x + 1, frame.width - width - thumbWidth - 6);
  context.fillStyle = theme.surface;
  context.fillRect(left, top + 2, width, 18);
  context.fillStyle = mould.late ? theme.late : theme.textSoft;
  context.fillText(text, left + 5, top + 11);
}

/** A hair line with its time on the axis. */
function paintPointer(scene: Scene, x: number) {
  const { context, theme, view, frame, clock } = scene;
  context.fillStyle = theme.line;
  context.fillRect(Math.round(x), headHeight, 1, frame.height);
  const text = clock.moment(Math.floor(minuteAt(view, frame, x)));
  context.font = `11px ${theme.font}`;
  const width = widthOf(context, text) + 12;
  const left = Math.max(
    frame.names,
    Math.min(x - width / 2, frame.width - width),
  );
  context.fillStyle = theme.text;
  context.fillRect(left, headHeight - 21, width, 18);
  context.fillStyle = theme.surface;
  context.fillText(text, left + 6, headHeight - 12);
}
