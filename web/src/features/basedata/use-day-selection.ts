import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { addDays, addMonths, weekdayOf } from "./calendar-days";

export interface Range {
  from: string;
  to: string;
}

interface Ends {
  anchor: string;
  head: string;
}

function dateAt(target: EventTarget | null) {
  return target instanceof Element
    ? target.closest<HTMLElement>("[data-date]")?.dataset.date
    : undefined;
}

function rangeOf(ends: Ends | null): Range | null {
  if (!ends) {
    return null;
  }
  const { anchor, head } = ends;
  return anchor <= head
    ? { from: anchor, to: head }
    : { from: head, to: anchor };
}

/** Days picked by pointer or keys in a year of them. */
export function useDaySelection(today: string, isLocked: boolean) {
  const [cursor, setCursor] = useState(today);
  const [ends, setEnds] = useState<Ends | null>(null);
  const isDragging = useRef(false);
  const follows = useRef(false);
  const area = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const stop = () => {
      isDragging.current = false;
    };
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
    return () => {
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    };
  }, []);

  // The key moved the cursor; the focus follows once the day is drawn.
  useEffect(() => {
    if (follows.current) {
      follows.current = false;
      area.current
        ?.querySelector<HTMLElement>(`[data-date="${cursor}"]`)
        ?.focus();
    }
  }, [cursor]);

  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      const date = dateAt(event.target);
      if (!date || isLocked || event.button !== 0) {
        return;
      }
      // A finger that moves scrolls; its second tap ends the range instead.
      const isTouch = event.pointerType === "touch";
      isDragging.current = !isTouch;
      setCursor(date);
      setEnds((before) => {
        const isSecondTap = isTouch && before && before.anchor === before.head;
        return before && (event.shiftKey || isSecondTap)
          ? { anchor: before.anchor, head: date }
          : { anchor: date, head: date };
      });
    },
    [isLocked],
  );

  const onPointerOver = useCallback((event: PointerEvent) => {
    const date = dateAt(event.target);
    if (date && isDragging.current) {
      setCursor(date);
      setEnds((before) => before && { ...before, head: date });
    }
  }, []);

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const date = dateAt(event.target);
      if (!date) {
        return;
      }
      if (event.key === "Escape" && ends) {
        // The panel around keeps open.
        event.preventDefault();
        event.stopPropagation();
        setEnds(null);
        return;
      }
      const next = moved(date, event.key);
      if (next) {
        event.preventDefault();
        follows.current = true;
        setCursor(next);
        if (!isLocked) {
          setEnds((before) =>
            event.shiftKey
              ? { anchor: before?.anchor ?? date, head: next }
              : { anchor: next, head: next },
          );
        }
      }
    },
    [ends, isLocked],
  );

  const letGo = useCallback(() => {
    setEnds(null);
    area.current
      ?.querySelector<HTMLElement>('[data-date][tabindex="0"]')
      ?.focus();
  }, []);

  return {
    cursor,
    setCursor,
    range: rangeOf(ends),
    letGo,
    area,
    handlers: { onPointerDown, onPointerOver, onKeyDown },
  };
}

function moved(date: string, key: string) {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -7);
    case "ArrowDown":
      return addDays(date, 7);
    case "PageUp":
      return addMonths(date, -1);
    case "PageDown":
      return addMonths(date, 1);
    case "Home":
      return addDays(date, 1 - weekdayOf(date));
    case "End":
      return addDays(date, 7 - weekdayOf(date));
    default:
      return null;
  }
}
