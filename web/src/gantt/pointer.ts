import type { Chart } from "./chart";
import { barAt, headHeight, rowAt } from "./geometry";
import type { Row } from "./layout";
import { thumbOf, thumbWidth } from "./render/thumb";

/** A press that moves less is a click. */
const clickReach = 4;
const wheelZoom = 1 / 300;

interface Press {
  x: number;
  y: number;
  /** Moved far enough to be a drag. */
  isDrag: boolean;
  /** Pixels of content per pixel of the thumb, while that is dragged. */
  thumb: number | null;
  /** The selected bar, where it was pressed and may be moved; -1 for none. */
  bar: number;
}

/**
 * Wheel scrolls, Ctrl+wheel or a wheel over the axis zooms about the pointer,
 * a drag moves the selected bar or pans, two fingers pinch, a click selects, another one opens.
 * Returns what undoes it.
 */
export function followPointer(chart: Chart, sheet: HTMLElement) {
  const fingers = new Map<number, { x: number; y: number }>();
  let press: Press | null = null;

  const place = (event: MouseEvent) => {
    const box = sheet.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const barUnder = (x: number, y: number) => {
    const { view, frame } = chart.state;
    return barAt(chart.model, chart.layout, view, frame, x, y);
  };

  function onWheel(event: WheelEvent) {
    event.preventDefault();
    const { x, y } = place(event);
    const unit = event.deltaMode === 1 ? 20 : 1;
    const dx = event.deltaX * unit;
    const dy = event.deltaY * unit;
    if (event.ctrlKey || event.metaKey || y < headHeight) {
      chart.zoomBy(Math.exp(-dy * wheelZoom), x);
    } else if (event.shiftKey) {
      chart.panBy(dx || dy, 0);
    } else {
      chart.panBy(dx, dy);
    }
    chart.set({ hovered: -1 });
  }

  function onDown(event: PointerEvent) {
    if (event.button !== 0) {
      return;
    }
    const { x, y } = place(event);
    sheet.focus({ preventScroll: true });
    sheet.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x, y });
    const thumb = thumbOf(chart.state.view, chart.state.frame, chart.layout);
    const isOnThumb = thumb && x > chart.state.frame.width - thumbWidth - 4;
    const { hand, selected } = chart.state;
    const canTake = hand && !isOnThumb && event.pointerType !== "touch";
    press = {
      ...{ x, y, isDrag: false, thumb: isOnThumb ? thumb.ratio : null },
      bar: canTake && barUnder(x, y) === selected ? selected : -1,
    };
    event.preventDefault();
  }

  function onMove(event: PointerEvent) {
    const { x, y } = place(event);
    const finger = fingers.get(event.pointerId);
    if (finger && fingers.size === 2) {
      pinch(event.pointerId, x, y);
    } else if (finger && press) {
      drag(x, y);
    } else {
      hover(x, y);
    }
    if (finger) {
      fingers.set(event.pointerId, { x, y });
    }
  }

  function drag(x: number, y: number) {
    const at = press!;
    if (!at.isDrag && Math.hypot(x - at.x, y - at.y) < clickReach) {
      return;
    }
    const { hand } = chart.state;
    if (at.bar >= 0 && hand) {
      if (!at.isDrag) {
        hand.takes(at.bar, at.x);
      }
      hand.moves(x, y);
    } else if (at.thumb !== null) {
      chart.panBy(0, (y - at.y) * at.thumb);
    } else {
      chart.panBy(at.x - x, at.y - y);
    }
    press = { ...at, x, y, isDrag: true };
    if (chart.state.hovered >= 0) {
      chart.set({ hovered: -1 });
    }
  }

  function pinch(id: number, x: number, y: number) {
    const [still] = [...fingers].filter(([other]) => other !== id);
    const { x: fixed, y: fixedY } = still![1];
    const before = fingers.get(id)!;
    const was = Math.hypot(before.x - fixed, before.y - fixedY);
    const is = Math.hypot(x - fixed, y - fixedY);
    chart.zoomBy(is / Math.max(1, was), (x + fixed) / 2);
    press = press && { ...press, isDrag: true };
  }

  function hover(x: number, y: number) {
    const { frame, hovered, pointerX } = chart.state;
    const isOverRows = x >= frame.names && y >= headHeight;
    const bar = barUnder(x, y);
    const at = x >= frame.names ? x : -1;
    if (bar !== hovered || at !== pointerX) {
      chart.set({ hovered: bar, pointerX: at });
    }
    const row = chart.layout.rows[rowAt(chart.layout, chart.state.view, y)];
    const canFold = !isOverRows && (row?.branch.children.length ?? 0) > 0;
    const canOpen = x < frame.names && row && opens(row);
    sheet.style.cursor = bar >= 0 || canFold || canOpen ? "pointer" : "default";
  }

  function onUp(event: PointerEvent) {
    const at = press;
    fingers.delete(event.pointerId);
    if (fingers.size > 0) {
      return;
    }
    press = null;
    if (at?.isDrag && at.bar >= 0) {
      chart.state.hand?.[event.type === "pointerup" ? "lets" : "drops"]();
    }
    if (event.type === "pointerup" && at && !at.isDrag && at.thumb === null) {
      click(at.x, at.y);
    }
  }

  function click(x: number, y: number) {
    const { frame, view } = chart.state;
    const row = chart.layout.rows[rowAt(chart.layout, view, y)];
    if (x < frame.names && row && row.branch.children.length > 0) {
      chart.fold(row.branch.key);
    } else if (x < frame.names && row && opens(row)) {
      chart.openResource(row.branch.of);
    } else if (y >= headHeight) {
      const bar = barUnder(x, y);
      if (bar >= 0 && bar === chart.state.selected) {
        chart.showDetails(true);
      } else {
        chart.select(bar);
      }
    }
  }

  /** Machines and people have a panel; suppliers have nothing to ask for. */
  function opens({ branch }: Row) {
    return (
      branch.kind === "resource" &&
      chart.model.plan.resources[branch.of]?.kind !== "outside"
    );
  }

  function onLeave() {
    chart.set({ hovered: -1, pointerX: -1 });
  }

  sheet.addEventListener("wheel", onWheel, { passive: false });
  sheet.addEventListener("pointerdown", onDown);
  sheet.addEventListener("pointermove", onMove);
  sheet.addEventListener("pointerup", onUp);
  sheet.addEventListener("pointercancel", onUp);
  sheet.addEventListener("pointerleave", onLeave);
  return () => {
    sheet.removeEventListener("wheel", onWheel);
    sheet.removeEventListener("pointerdown", onDown);
    sheet.removeEventListener("pointermove", onMove);
    sheet.removeEventListener("pointerup", onUp);
    sheet.removeEventListener("pointercancel", onUp);
    sheet.removeEventListener("pointerleave", onLeave);
  };
}
