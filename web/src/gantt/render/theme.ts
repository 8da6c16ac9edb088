import { seriesCount, type Tone } from "../colours";

/** What a tone looks like: body and edge of a bar, a bar too thin for both, and the text on it. */
export interface Swatch {
  fill: string;
  strong: string;
  edge: string;
  text: string;
}

export interface Theme {
  surface: string;
  raised: string;
  line: string;
  lineSoft: string;
  text: string;
  textSoft: string;
  accent: string;
  late: string;
  risk: string;
  electrode: string;
  done: string;
  head: string;
  closed: string;
  holiday: string;
  overtime: string;
  makeup: string;
  tones: Record<Tone, Swatch>;
  /** The same, for bars that are not meant at the moment. */
  dim: Record<Tone, Swatch>;
  font: string;
}

/** The page's variable of each tone. */
const variables = Object.fromEntries([
  ["plain", "--gantt-plain"],
  ["faint", "--gantt-faint"],
  ["ok", "--gantt-ok"],
  ["risk", "--at-risk"],
  ["late", "--late"],
  ["worse", "--gantt-worse"],
  ["worst", "--gantt-worst"],
  ["done", "--done"],
  ["running", "--accent"],
  ["electrode", "--electrode"],
  ["outsourced", "--outsourced"],
  ...Array.from({ length: seriesCount }, (_, i) => [
    `series${i}`,
    `--gantt-series-${i}`,
  ]),
]) as Record<Tone, string>;

/** The colour of a tone, for CSS. */
export const toneColour = (tone: Tone) => `var(${variables[tone]})`;

/** Reads the look of the page once: the canvas knows no CSS. */
export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim() || "#808080";
  const surface = of("--surface");
  const text = of("--text");
  const strength = Number(style.getPropertyValue("--gantt-strength")) || 0.3;
  const swatch = (edge: string): Swatch => ({
    edge,
    fill: mixed(edge, surface, strength),
    strong: mixed(edge, surface, 0.78),
    text,
  });
  const faded = (edge: string): Swatch => ({
    edge: mixed(edge, surface, 0.22),
    fill: mixed(edge, surface, 0.08),
    strong: mixed(edge, surface, 0.18),
    text: mixed(text, surface, 0.3),
  });
  const all = (make: (edge: string) => Swatch) =>
    Object.fromEntries(
      Object.entries(variables).map(([tone, name]) => [tone, make(of(name))]),
    ) as Record<Tone, Swatch>;
  return {
    surface,
    raised: of("--raised"),
    line: of("--line"),
    lineSoft: of("--line-soft"),
    text,
    textSoft: of("--text-soft"),
    accent: of("--accent"),
    late: of("--late"),
    risk: of("--at-risk"),
    electrode: of("--electrode"),
    done: of("--done"),
    head: of("--canvas"),
    closed: of("--gantt-closed"),
    holiday: of("--gantt-holiday"),
    overtime: of("--gantt-overtime"),
    makeup: of("--gantt-makeup"),
    tones: all(swatch),
    dim: all(faded),
    font: of("--font"),
  };
}

/** Two hex colours, the first with the given share. */
export function mixed(colour: string, ground: string, share: number) {
  const a = channels(colour);
  const b = channels(ground);
  const one = (i: number) => Math.round(a[i]! * share + b[i]! * (1 - share));
  return `rgb(${one(0)} ${one(1)} ${one(2)})`;
}

function channels(hex: string): number[] {
  const digits = hex.replace("#", "");
  const wide =
    digits.length === 3 ? digits.replace(/./g, (one) => one + one) : digits;
  return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16) || 0);
}
