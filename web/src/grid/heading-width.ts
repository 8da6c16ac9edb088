// Padding on both sides, and the arrow of a sorted column.
const around = 34;
const most = 360;

let canvas: CanvasRenderingContext2D | null | undefined;

/** Width of a text as headings are drawn, in pixels; about that where nothing can be measured. */
function textWidth(text: string) {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) {
    const wide = [...text].filter((letter) => letter > "\u2e80").length;
    return wide * 14 + (text.length - wide) * 7.5;
  }
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  canvas.font = `600 ${fontSize} ${fontFamily}`;
  return canvas.measureText(text).width;
}

/** Pixels that a column needs so that its heading is not cut; only one far longer than ours is. */
export const headingWidth = (title: string) =>
  Math.min(most, Math.ceil(textWidth(title)) + around);
