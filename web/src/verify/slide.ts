/** How far the slider runs, in pixels of the picture. */
export const slideEnd = 280;

/** The picture and its fragment, in pixels. */
export const picture = { width: 320, height: 160, fragment: 50 };

export const clampSlide = (offset: number) =>
  Math.min(slideEnd, Math.max(0, Math.round(offset)));

/** Where a key moves the slider; undefined when it is no key of the slider. */
export function slideByKey(offset: number, key: string, isFine: boolean) {
  const step = isFine ? 1 : 4;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return clampSlide(offset + step);
    case "ArrowLeft":
    case "ArrowDown":
      return clampSlide(offset - step);
    case "PageUp":
      return clampSlide(offset + 40);
    case "PageDown":
      return clampSlide(offset - 40);
    case "Home":
      return 0;
    case "End":
      return slideEnd;
    default:
      return undefined;
  }
}
