import type { Scene } from "./scene";
import { headHeight, type Frame, type View } from "../geometry";
import type { Layout } from "../layout";

export const thumbWidth = 8;

/** The scroll thumb of the rows; null while all of them are in sight. */
export function thumbOf(view: View, frame: Frame, layout: Layout) {
  const room = frame.height - headHeight;
  if (layout.height <= room || room <= 0) {
    return null;
  }
  const height = Math.max(32, (room * room) / layout.height);
  const ratio = (layout.height - room) / (room - height);
  return { y: headHeight + view.top / ratio, height, ratio };
}

/** Where the rows in sight stand among all. */
export function paintThumb({ context, theme, view, frame, layout }: Scene) {
  const thumb = thumbOf(view, frame, layout);
  if (thumb) {
    context.globalAlpha = 0.35;
    context.fillStyle = theme.textSoft;
    context.beginPath();
    context.roundRect(
      frame.width - thumbWidth - 2,
      thumb.y + 2,
      thumbWidth,
      thumb.height - 4,
      4,
    );
    context.fill();
    context.globalAlpha = 1;
  }
}
