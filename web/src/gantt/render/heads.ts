import { headHeight } from "../geometry";
import { stickyAt } from "../sticky";
import { paintName } from "./names";
import type { Scene } from "./scene";
import { paintSummary } from "./summaries";

/** The head that stays at the top while its rows are in sight. */
export function paintStickyHead(scene: Scene) {
  const sticky = stickyAt(scene.layout, scene.view.top);
  if (!sticky) {
    return;
  }
  const { context, theme, frame } = scene;
  const { row, shift } = sticky;
  const top = headHeight + shift;
  context.save();
  context.beginPath();
  context.rect(0, headHeight, frame.width, row.height);
  context.clip();
  context.fillStyle = theme.head;
  context.fillRect(0, top, frame.width, row.height);
  context.save();
  context.beginPath();
  context.rect(frame.names, headHeight, frame.width, row.height);
  context.clip();
  paintSummary(
    { ...scene, view: { ...scene.view, top: row.top - shift } },
    row,
  );
  context.restore();
  paintName(scene, row, top);
  context.fillStyle = theme.line;
  context.fillRect(0, top + row.height - 1, frame.width, 1);
  context.fillRect(frame.names - 1, top, 1, row.height);
  context.restore();
}
