/** Widths of texts in the fonts of the canvas; measuring is slow. */
const widths = new Map<string, number>();
const mostKept = 20_000;

function widthOf(context: CanvasRenderingContext2D, text: string) {
  const key = `${context.font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > mostKept) {
      widths.clear();
    }
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** The text, cut with an ellipsis to fit; "" when not even a character does. */
export function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  room: number,
) {
  const whole = widthOf(context, text);
  if (whole <= room) {
    return text;
  }
  let keep = Math.floor((text.length * (room - 8)) / whole);
  while (keep > 0) {
    const cut = `${text.slice(0, keep)}…`;
    if (widthOf(context, cut) <= room) {
      return cut;
    }
    keep--;
  }
  return "";
}

/** The first of the texts that fits; else the end of the last, where numbers differ. */
export function firstFitting(
  context: CanvasRenderingContext2D,
  texts: string[],
  room: number,
) {
  for (const text of texts) {
    if (widthOf(context, text) <= room) {
      return text;
    }
  }
  const last = texts.at(-1)!;
  for (let keep = Math.min(last.length - 1, 6); keep > 1; keep--) {
    const cut = `…${last.slice(-keep).replace(/^[^\p{L}\p{N}]+/u, "")}`;
    if (widthOf(context, cut) <= room) {
      return cut;
    }
  }
  return "";
}

export { widthOf };
