import { headHeight, xOf } from "../geometry";
import type { Row } from "../layout";
import type { Scene } from "./scene";

/** Spans in pixels: left, width, left, width ... */
type Strip = number[];

interface Strips {
  closed: Strip;
  holidays: Strip;
  makeup: Strip;
  overtime: Strip;
}

/** Closed time narrower than this is not worth a rectangle: nights, seen from months away. */
const least = 1.5;

function stripOf(scene: Scene, spans: number[]): Strip {
  const { view, frame, from, to } = scene;
  const strip: Strip = [];
  for (let i = 0; i + 1 < spans.length; i += 2) {
    if (spans[i + 1]! <= from) {
      continue;
    }
    if (spans[i]! >= to) {
      break;
    }
    const left = Math.max(frame.names, xOf(view, frame, spans[i]!));
    const right = Math.min(frame.width, xOf(view, frame, spans[i + 1]!));
    if (right - left >= least) {
      strip.push(Math.round(left), Math.round(right) - Math.round(left));
    }
  }
  return strip;
}

interface Block {
  calendar: number;
  top: number;
  height: number;
  /** Top of each row. */
  rows: number[];
}

/** Rows one below the other with one calendar are shaded together. */
function blocksOf(rows: Row[]) {
  const blocks: Block[] = [];
  for (const { branch, top, height } of rows) {
    if (branch.calendar < 0 || branch.kind === "group") {
      continue;
    }
    const last = blocks.at(-1);
    if (last?.calendar === branch.calendar && last.top + last.height === top) {
      last.height += height;
      last.rows.push(top);
    } else {
      blocks.push({ calendar: branch.calendar, top, height, rows: [top] });
    }
  }
  return blocks;
}

/** Shades what is closed, hatches holidays, tints overtime and make-up days of rows in sight. */
export function paintShading(scene: Scene, rows: Row[]) {
  const { context, theme, view, model } = scene;
  const known = new Map<number, Strips>();
  const hatch = hatchOf(context, theme.holiday);
  for (const block of blocksOf(rows)) {
    const source = model.plan.calendars[block.calendar];
    if (!source) {
      continue;
    }
    let strips = known.get(block.calendar);
    if (!strips) {
      strips = {
        closed: stripOf(scene, source.closed),
        holidays: stripOf(scene, source.holidays),
        makeup: stripOf(scene, source.makeup),
        overtime: stripOf(scene, source.overtime),
      };
      known.set(block.calendar, strips);
    }
    const top = headHeight - view.top + block.top;
    fill(context, strips.closed, top, block.height, theme.closed);
    fill(context, strips.overtime, top, block.height, theme.overtime);
    for (const row of strips.makeup.length > 0 ? block.rows : []) {
      fill(
        context,
        strips.makeup,
        headHeight - view.top + row,
        3,
        theme.makeup,
      );
    }
    if (hatch) {
      fill(context, strips.holidays, top, block.height, hatch);
    }
  }
}

function fill(
  context: CanvasRenderingContext2D,
  strip: Strip,
  top: number,
  height: number,
  style: string | CanvasPattern,
) {
  context.fillStyle = style;
  for (let i = 0; i < strip.length; i += 2) {
    context.fillRect(strip[i]!, top, strip[i + 1]!, height);
  }
}

const hatches = new WeakMap<
  CanvasRenderingContext2D,
  Map<string, CanvasPattern | null>
>();

/** Thin diagonal lines, made once for a canvas and colour. */
export function hatchOf(context: CanvasRenderingContext2D, colour: string) {
  let known = hatches.get(context);
  if (!known) {
    known = new Map();
    hatches.set(context, known);
  }
  if (!known.has(colour)) {
    known.set(colour, newHatch(context, colour));
  }
  return known.get(colour)!;
}

function newHatch(context: CanvasRenderingContext2D, colour: string) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const brush = tile.getContext("2d");
  if (!brush) {
    return null;
  }
  brush.strokeStyle = colour;
  brush.lineWidth = 1;
  brush.beginPath();
  for (const shift of [-8, 0, 8]) {
    brush.moveTo(shift, 8);
    brush.lineTo(shift + 8, 0);
  }
  brush.stroke();
  return context.createPattern(tile, "repeat");
}
