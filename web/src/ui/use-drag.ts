import { useRef, useState, type PointerEvent, type RefObject } from "react";

const nowhere = { x: 0, y: 0 };

/** Moves a box by its grip, and never out of the window. */
export function useDrag(box: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState(nowhere);
  const from = useRef<{ x: number; y: number; rect: DOMRect } | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || (event.target as Element).closest("button")) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const rect = box.current!.getBoundingClientRect();
    from.current = {
      x: event.clientX - offset.x,
      y: event.clientY - offset.y,
      rect: new DOMRect(
        rect.x - offset.x,
        rect.y - offset.y,
        rect.width,
        rect.height,
      ),
    };
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!from.current) {
      return;
    }
    const { x, y, rect } = from.current;
    setOffset({
      x: between(event.clientX - x, -rect.left, innerWidth - rect.right),
      y: between(event.clientY - y, -rect.top, innerHeight - rect.bottom),
    });
  }
  const drop = () => (from.current = null);
  return {
    offset,
    grip: {
      onPointerDown,
      onPointerMove,
      onPointerUp: drop,
      onPointerCancel: drop,
    },
  };
}

const between = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(high, value));
