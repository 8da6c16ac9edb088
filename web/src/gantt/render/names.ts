import { hasChinese } from "@/ui/chinese";
import { headHeight } from "../geometry";
import type { Row } from "../layout";
import { spanText } from "../words";
import type { Scene } from "./scene";
import { fitText, widthOf } from "./text";

/** The column of names, over what the bars have left there. */
export function paintNames(scene: Scene, rows: Row[]) {
  const { context, theme, frame, view } = scene;
  context.fillStyle = theme.surface;
  context.fillRect(0, headHeight, frame.names, frame.height);
  for (const row of rows) {
    const top = headHeight - view.top + row.top;
    context.fillStyle = theme.lineSoft;
    context.fillRect(0, top + row.height - 1, frame.names, 1);
    paintName(scene, row, top);
  }
  context.fillStyle = theme.line;
  context.fillRect(frame.names - 1, 0, 1, frame.height);
}

export function paintName(scene: Scene, row: Row, top: number) {
  const { context, theme, frame } = scene;
  const { branch } = row;
  const isHead = branch.kind === "section" || branch.kind === "group";
  const isNarrow = frame.names < 150;
  const middle = top + (isHead ? row.height / 2 : Math.min(row.height, 32) / 2);
  if (isHead) {
    context.fillStyle = theme.head;
    context.fillRect(0, top, frame.names, row.height - 1);
  }
  const indent = 10 + row.depth * (isNarrow ? 6 : 14);
  if (branch.children.length > 0) {
    paintTriangle(scene, indent, middle, row.isFolded);
  }
  const left = indent + 14;
  const right = frame.names - 10;
  const badge = badgeOf(scene, row);
  let room = right - left;
  context.font = nameFont(branch.kind, theme.font);
  const whole = widthOf(context, branch.label);
  context.font = `11px ${theme.font}`;
  // Where there is no room for both, the name is what matters.
  const badgeWidth = badge ? widthOf(context, badge.text) + 8 : 0;
  if (badge && whole + badgeWidth <= room) {
    context.textAlign = "right";
    context.fillStyle = badge.isLate ? theme.late : theme.textSoft;
    context.fillText(badge.text, right, middle);
    context.textAlign = "left";
    room -= badgeWidth;
  }
  context.font = nameFont(branch.kind, theme.font);
  context.fillStyle = theme.text;
  const label = fitText(context, branch.label, room);
  context.fillText(label, left, middle);
  let used = widthOf(context, label) + 8;
  if (
    marked.has(branch.kind) &&
    scene.model.plan.marksChinese &&
    hasChinese(label)
  ) {
    context.font = `10px ${theme.font}`;
    context.fillStyle = theme.textSoft;
    context.fillText("中", left + used - 4, middle);
    used += 14;
  }
  if (branch.note && !isHead && room - used > 28) {
    context.font = `12px ${theme.font}`;
    context.fillStyle = theme.textSoft;
    context.fillText(
      fitText(context, branch.note, room - used),
      left + used,
      middle,
    );
  }
}

// Rows of basic data, whose names have an English side.
const marked = new Set(["section", "group", "resource"]);

const nameFont = (kind: string, font: string) =>
  kind === "section" || kind === "group" || kind === "mould"
    ? `600 12px ${font}`
    : `12px ${font}`;

function badgeOf({ model, say }: Scene, row: Row) {
  const { branch } = row;
  if (branch.kind === "section" || branch.kind === "group") {
    return { text: branch.note, isLate: false };
  }
  if (branch.kind !== "mould") {
    return null;
  }
  const mould = model.plan.moulds[branch.of]!;
  if (mould.unscheduled > 0) {
    return {
      text: say("unscheduledCount", { n: mould.unscheduled }),
      isLate: true,
    };
  }
  return mould.lateMinutes
    ? { text: `+${spanText(mould.lateMinutes, say)}`, isLate: true }
    : null;
}

function paintTriangle(scene: Scene, x: number, y: number, isFolded: boolean) {
  const { context, theme } = scene;
  context.strokeStyle = theme.textSoft;
  context.lineWidth = 1.5;
  context.beginPath();
  if (isFolded) {
    context.moveTo(x + 1, y - 4);
    context.lineTo(x + 5, y);
    context.lineTo(x + 1, y + 4);
  } else {
    context.moveTo(x - 1, y - 2);
    context.lineTo(x + 3, y + 2);
    context.lineTo(x + 7, y - 2);
  }
  context.stroke();
}
