import { headHeight, xOf } from "../geometry";
import type { Scene } from "./scene";
import { widthOf } from "./text";

const half = headHeight / 2;

/** Lines of the sheet at the ticks. */
export function paintLines({ context, theme, view, frame, ticks }: Scene) {
  context.fillStyle = theme.lineSoft;
  for (const { minute } of ticks.minor) {
    const x = Math.round(xOf(view, frame, minute));
    if (x >= frame.names) {
      context.fillRect(x, headHeight, 1, frame.height);
    }
  }
  context.fillStyle = theme.line;
  for (const { minute } of ticks.major) {
    const x = Math.round(xOf(view, frame, minute));
    if (x >= frame.names) {
      context.fillRect(x, headHeight, 1, frame.height);
    }
  }
}

/** The two lines of the axis; a major label stays in sight while its time does. */
export function paintAxis({ context, theme, view, frame, ticks }: Scene) {
  context.fillStyle = theme.head;
  context.fillRect(0, 0, frame.width, headHeight);
  context.save();
  context.beginPath();
  context.rect(frame.names, 0, frame.width - frame.names, headHeight);
  context.clip();
  context.font = `600 12px ${theme.font}`;
  ticks.major.forEach(({ minute, label, short }, i) => {
    const after = ticks.major[i + 1];
    const x = Math.round(xOf(view, frame, minute));
    const end = after ? xOf(view, frame, after.minute) : frame.width;
    if (x > frame.names) {
      context.fillStyle = theme.line;
      context.fillRect(x, 0, 1, headHeight);
    }
    const left = Math.max(x, frame.names) + 8;
    const text = widthOf(context, label) > end - left - 4 ? short : label;
    context.fillStyle = theme.text;
    if (widthOf(context, text) <= end - left - 4) {
      context.fillText(text, left, half / 2 + 1);
    }
  });
  context.font = `11px ${theme.font}`;
  ticks.minor.forEach(({ minute, label }, i) => {
    const x = Math.round(xOf(view, frame, minute));
    context.fillStyle = theme.line;
    context.fillRect(x, half, 1, half);
    const after = ticks.minor[i + 1];
    const room = (after ? xOf(view, frame, after.minute) : frame.width) - x;
    const width = widthOf(context, label);
    context.fillStyle = theme.textSoft;
    if (width + 4 <= room) {
      const isRoomy = room > width + 24;
      context.fillText(
        label,
        isRoomy ? x + 6 : x + (room - width) / 2,
        half * 1.5,
      );
    }
  });
  context.restore();
  context.fillStyle = theme.line;
  context.fillRect(0, headHeight - 1, frame.width, 1);
}

/** A line at the present, with its name on the axis. */
export function paintNow(scene: Scene) {
  const { context, theme, view, frame, now, say } = scene;
  const x = Math.round(xOf(view, frame, now));
  if (x < frame.names || x > frame.width) {
    return;
  }
  context.fillStyle = theme.accent;
  context.fillRect(x, headHeight - 6, 2, frame.height);
  context.font = `600 11px ${theme.font}`;
  const text = say("now");
  const width = widthOf(context, text) + 12;
  context.fillRect(x - width / 2 + 1, half + 3, width, half - 6);
  context.fillStyle = theme.surface;
  context.fillText(text, x - width / 2 + 7, half * 1.5);
}
