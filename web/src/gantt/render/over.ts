import type { Chart } from "../chart";
import { boxOf, type Box } from "../geometry";
import { boxAt } from "../hand";
import type { Held, Move } from "../held";
import type { Scene } from "./scene";
import { widthOf } from "./text";
import { thumbWidth } from "./thumb";

/** A bar where changes that are not kept yet would have it. */
export interface Ghost extends Move {
  end: number;
  /** Somebody has changed it; else it only gives way. */
  isOwn: boolean;
}

const lineHeight = 17;

/** Draws where bars would go: those of a draft, and the one in the hand. */
export function paintOver(
  scene: Scene,
  chart: Chart,
  ghosts: readonly Ghost[],
  held: Held | null,
) {
  for (const ghost of ghosts) {
    if (ghost.end >= scene.from && ghost.start <= scene.to) {
      paintGhost(scene, chart, ghost);
    }
  }
  if (held && held.y >= 0) {
    paintHeld(scene, chart, held);
  }
}

function paintGhost(scene: Scene, chart: Chart, ghost: Ghost) {
  const { context, theme, model, layout, view, frame } = scene;
  const was = boxOf(model, layout, view, frame, ghost.bar);
  const box = boxAt(chart, view, frame, ghost, ghost.end);
  if (was) {
    context.globalAlpha = 0.6;
    context.fillStyle = theme.surface;
    context.fillRect(was.x, was.y, was.width, was.height);
    context.globalAlpha = 1;
  }
  if (box) {
    dashed(
      scene,
      box,
      ghost.isOwn ? theme.accent : theme.textSoft,
      ghost.isOwn,
    );
  }
}

function paintHeld(scene: Scene, chart: Chart, { move, x, y, foretold }: Held) {
  const { context, theme, model, view, frame, clock } = scene;
  const { bar } = move;
  const length = model.end[bar]! - model.start[bar]!;
  const box = boxAt(chart, view, frame, move, move.start + length);
  const isBad = foretold?.isRefused || foretold?.isHarmful;
  const colour = isBad ? theme.late : theme.accent;
  if (box) {
    dashed(scene, box, colour, true);
  }
  const name = model.plan.resources[move.resource]!.name;
  const lines = foretold?.isRefused
    ? foretold.lines
    : [
        `${name} · ${clock.moment(move.start)}`,
        ...(foretold?.lines ?? ["..."]),
      ];
  context.font = `12px ${theme.font}`;
  const width = Math.max(...lines.map((line) => widthOf(context, line))) + 16;
  const height = lines.length * lineHeight + 8;
  const left = Math.max(
    frame.names + 4,
    Math.min(x + 14, frame.width - width - thumbWidth - 6),
  );
  const top = y + 18 + height > frame.height ? y - height - 10 : y + 18;
  context.fillStyle = theme.text;
  context.fillRect(left, top, width, height);
  context.fillStyle = colour;
  context.fillRect(left, top, 3, height);
  context.fillStyle = theme.surface;
  lines.forEach((line, i) =>
    context.fillText(line, left + 9, top + 4 + (i + 0.5) * lineHeight),
  );
}

function dashed(
  { context, theme }: Scene,
  { x, y, width, height }: Box,
  colour: string,
  isStrong: boolean,
) {
  context.globalAlpha = isStrong ? 0.8 : 0.45;
  context.fillStyle = theme.surface;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = isStrong ? 2 : 1;
  context.setLineDash([4, 3]);
  context.strokeRect(x + 0.5, y + 0.5, Math.max(2, width - 1), height - 1);
  context.setLineDash([]);
}
