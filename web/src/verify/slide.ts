import { puzzle } from "@/ui/sizes";

const { slideEnd } = puzzle;

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
