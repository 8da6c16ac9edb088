import { firstFrom, flag, type Model } from "./model";
import type { Tick } from "./ticks";
import {
  barHeight,
  barTop,
  headHeight,
  minuteAt,
  nameWidth,
  rowHeight,
  xOf,
  type View,
} from "./view";

export interface Colours {
  surface: string;
  line: string;
  soft: string;
  text: string;
  textSoft: string;
  onTime: string;
  late: string;
  done: string;
  running: string;
  electrode: string;
  outsourced: string;
  accent: string;
}

/** Reads the theme once; the canvas knows no CSS. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: of("--surface"),
    line: of("--line"),
    soft: of("--canvas"),
    text: of("--text"),
    textSoft: of("--text-soft"),
    onTime: of("--on-time"),
    late: of("--late"),
    done: of("--done"),
    running: of("--accent"),
    electrode: of("--electrode"),
    outsourced: of("--outsourced"),
    accent: of("--accent"),
  };
}

/** The colour of a bar by what it means, most telling first. */
export function meaningOf(model: Model, bar: number): keyof Colours {
  const status = model.plan.bars.status?.[bar] ?? 0;
  const flags = model.plan.bars.flags?.[bar] ?? 0;
  if (status === 3) {
    return "done";
  }
  if (flags & flag.late) {
    return "late";
  }
  if (status === 1 || status === 2) {
    return "running";
  }
  if (flags & flag.outsourced) {
    return "outsourced";
  }
  return flags & flag.electrode ? "electrode" : "onTime";
}

interface Scene {
  model: Model;
  view: View;
  width: number;
  height: number;
  ticks: Tick[];
  colours: Colours;
  hovered: number;
}

const font = "12px system-ui, 'Noto Sans CJK SC', sans-serif";

/** Draws what is in sight and returns how many bars that were. */
export function paint(context: CanvasRenderingContext2D, scene: Scene) {
  const { model, view, width, height, colours } = scene;
  context.font = font;
  context.textBaseline = "middle";
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, height);
  const from = minuteAt(view, nameWidth);
  const to = minuteAt(view, width);
  let drawn = 0;

  context.save();
  context.beginPath();
  context.rect(0, headHeight, width, height - headHeight);
  context.clip();
  let top = headHeight - view.top;
  for (const row of model.rows) {
    const tall = rowHeight(row);
    if (top + tall > headHeight && top < height) {
      const resource = model.plan.resources[row.resource]!;
      const closed = model.plan.shading[resource.shading] ?? [];
      context.fillStyle = colours.soft;
      for (let i = 0; i + 1 < closed.length; i += 2) {
        if (closed[i + 1]! > from && closed[i]! < to) {
          const x = Math.max(nameWidth, xOf(view, closed[i]!));
          const right = Math.min(width, xOf(view, closed[i + 1]!));
          context.fillRect(x, top, right - x, tall);
        }
      }
      context.save();
      context.beginPath();
      context.rect(nameWidth, headHeight, width, height);
      context.clip();
      // Bars thinner than a pixel share it: the second would not be seen.
      const reached = new Float64Array(row.laneCount).fill(-1);
      for (let i = firstFrom(row, model.start, from); ; i++) {
        const bar = row.bars[i];
        if (bar === undefined || model.start[bar]! > to) {
          break;
        }
        const x = xOf(view, model.start[bar]!);
        const right = Math.max(x + 1, xOf(view, model.end[bar]!));
        const lane = row.lanes[i]!;
        if (right < nameWidth || right <= reached[lane]!) {
          continue;
        }
        reached[lane] = Math.floor(right);
        drawn++;
        paintBar(context, scene, bar, x, right - x, top + barTop(lane));
      }
      context.restore();
      context.fillStyle = colours.surface;
      context.fillRect(0, top, nameWidth, tall);
      context.fillStyle = colours.text;
      context.fillText(resource.name, 12, top + tall / 2, nameWidth - 24);
      context.fillStyle = colours.line;
      context.fillRect(0, top + tall - 1, width, 1);
    }
    top += tall;
  }
  const now = xOf(view, model.plan.now);
  if (now > nameWidth) {
    context.fillStyle = colours.late;
    context.fillRect(Math.round(now), headHeight, 2, height);
  }
  context.restore();
  paintHead(context, scene);
  return drawn;
}

function paintBar(
  context: CanvasRenderingContext2D,
  { model, colours, hovered }: Scene,
  bar: number,
  x: number,
  width: number,
  top: number,
) {
  const flags = model.plan.bars.flags?.[bar] ?? 0;
  context.fillStyle = colours[meaningOf(model, bar)];
  context.fillRect(x, top, Math.max(1, width - 1), barHeight);
  if (flags & flag.locked) {
    context.fillStyle = colours.surface;
    for (let at = x + 3; at < x + width - 2; at += 6) {
      context.fillRect(at, top + barHeight - 4, 3, 3);
    }
  }
  if (bar === hovered) {
    context.strokeStyle = colours.text;
    context.lineWidth = 2;
    context.strokeRect(x + 1, top + 1, Math.max(1, width - 3), barHeight - 2);
  }
  if (width > 46) {
    const mould = model.plan.moulds[model.plan.bars.mould![bar]!]!.no;
    const part = model.plan.parts[model.plan.bars.part![bar]!]!;
    context.save();
    context.beginPath();
    context.rect(x, top, width - 4, barHeight);
    context.clip();
    context.fillStyle = colours.surface;
    context.fillText(`${mould} ${part}`, Math.max(x, nameWidth) + 4, top + 9);
    context.restore();
  }
}

function paintHead(context: CanvasRenderingContext2D, scene: Scene) {
  const { view, width, height, ticks, colours } = scene;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, headHeight);
  context.fillStyle = colours.line;
  context.fillRect(0, headHeight - 1, width, 1);
  context.fillRect(nameWidth - 1, 0, 1, height);
  for (const { minute, label } of ticks) {
    const x = xOf(view, minute);
    if (x < nameWidth) {
      continue;
    }
    context.fillStyle = colours.line;
    context.fillRect(x, headHeight - 8, 1, 8);
    context.fillStyle = colours.textSoft;
    context.fillText(label, x + 4, headHeight / 2);
  }
}
