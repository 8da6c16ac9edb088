import { headHeight } from "../geometry";
import type { Row } from "../layout";
import { paintAxis, paintLines, paintNow } from "./axis";
import { paintBars } from "./bars";
import { paintStickyHead } from "./heads";
import { paintNames } from "./names";
import type { Scene } from "./scene";
import { paintShading } from "./shading";
import { paintSummary } from "./summaries";
import { paintThumb } from "./thumb";

/** Draws the plan and returns how many bars are in the picture. */
export function paintStatic(scene: Scene, rows: Row[]) {
  const { context, theme, frame, view } = scene;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, frame.width, frame.height);
  context.save();
  context.beginPath();
  context.rect(frame.names, headHeight, frame.width, frame.height);
  context.clip();
  paintShading(scene, rows);
  paintLines(scene);
  context.font = `12px ${theme.font}`;
  let drawn = 0;
  for (const row of rows) {
    const bottom = headHeight - view.top + row.top + row.height;
    if (row.branch.kind === "section") {
      context.fillStyle = theme.head;
      context.fillRect(
        frame.names,
        bottom - row.height,
        frame.width,
        row.height,
      );
    }
    context.fillStyle = theme.lineSoft;
    context.fillRect(frame.names, bottom - 1, frame.width, 1);
    if (row.showsBars) {
      drawn += paintBars(scene, row);
    } else {
      paintSummary(scene, row);
    }
  }
  context.restore();
  context.save();
  context.beginPath();
  context.rect(0, headHeight, frame.width, frame.height);
  context.clip();
  paintNames(scene, rows);
  context.restore();
  paintStickyHead(scene);
  paintAxis(scene);
  context.fillStyle = theme.head;
  context.fillRect(0, 0, frame.names - 1, headHeight - 1);
  context.fillStyle = theme.line;
  context.fillRect(frame.names - 1, 0, 1, headHeight);
  paintNow(scene);
  paintThumb(scene);
  return drawn;
}
