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

export { widthOf };
