import type { Chart } from "../chart";
import { headHeight } from "../geometry";
import type { Say } from "../words";
import { litOf } from "./painter";
import { sceneOf } from "./scene";
import { paintStatic } from "./static";
import { fitText, widthOf } from "./text";
import { themeOf, type Theme } from "./theme";

const titleHeight = 40;
const legendHeight = 32;
/** Browsers give up beyond this many pixels on a side. */
const mostPixels = 16_000;

/**
 * The time in sight with every row of the view, title above and legend below,
 * as a PNG of double density; what does not fit a picture is cut below.
 */
export async function exportPng(chart: Chart, look: Element, say: Say) {
  const { state, layout, model } = chart;
  const theme = themeOf(look);
  const { width } = state.frame;
  const rowsHeight = Math.min(
    layout.height,
    mostPixels - headHeight - titleHeight - legendHeight,
  );
  const height = headHeight + rowsHeight;
  const whole = titleHeight + height + legendHeight;
  const dense = Math.min(2, mostPixels / whole, mostPixels / width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(whole * dense);
  const context = canvas.getContext("2d")!;
  context.setTransform(dense, 0, 0, dense, 0, titleHeight * dense);
  paintStatic(
    sceneOf({
      context,
      model,
      layout,
      clock: chart.clock,
      scheme: chart.scheme,
      view: { ...state.view, top: 0 },
      frame: { ...state.frame, height },
      isMoving: false,
      now: state.now,
      isLit: litOf(chart),
      theme,
      say,
    }),
    layout.rows.filter((row) => row.top < rowsHeight),
  );
  context.setTransform(dense, 0, 0, dense, 0, 0);
  paintTitle(context, chart, theme, width);
  paintLegend(context, chart, theme, say, width, whole - legendHeight);
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
      "image/png",
    ),
  );
}

function paintTitle(
  context: CanvasRenderingContext2D,
  chart: Chart,
  theme: Theme,
  width: number,
) {
  const { plan } = chart.model;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, titleHeight);
  context.textBaseline = "middle";
  context.font = `600 15px ${theme.font}`;
  context.fillStyle = theme.text;
  const title = fitText(context, plan.name, width / 2);
  context.fillText(title, 12, titleHeight / 2);
  const left = 28 + widthOf(context, title);
  context.font = `12px ${theme.font}`;
  context.fillStyle = theme.textSoft;
  const span = `${chart.clock.moment(plan.from)} – ${chart.clock.moment(plan.to)} (${plan.zone})`;
  context.fillText(span, left, titleHeight / 2 + 1);
}

function paintLegend(
  context: CanvasRenderingContext2D,
  chart: Chart,
  theme: Theme,
  say: Say,
  width: number,
  top: number,
) {
  context.fillStyle = theme.surface;
  context.fillRect(0, top, width, legendHeight);
  context.font = `12px ${theme.font}`;
  let x = 12;
  for (const { word, label, tone, tasks } of chart.scheme.entries) {
    const text = word ? say(word) : (label ?? "");
    const wide = widthOf(context, text) + 34;
    if (tasks === 0 || x + wide > width) {
      continue;
    }
    const { fill, edge } = theme.tones[tone];
    context.fillStyle = fill;
    context.fillRect(x, top + 10, 14, 12);
    context.fillStyle = edge;
    context.fillRect(x, top + 10, 3, 12);
    if (word === "carriedOver") {
      context.fillRect(x, top + 20, 14, 2);
    }
    context.fillStyle = theme.text;
    context.fillText(text, x + 20, top + 16.5);
    x += wide;
  }
}
