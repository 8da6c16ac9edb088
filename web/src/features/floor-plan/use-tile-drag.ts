import {
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
} from "react";
import { faultAt, type Arrangement, type Fault, type Tile } from "./floor";

/** A press that moves less is a click. */
const clickReach = 4;

/** A tile under way: where it would lie, and what is against that. */
export interface Drag {
  id: string;
  tile: Tile;
  fault: Fault | null;
  /** Over the tray: it goes back there. */
  isOverTray: boolean;
}

type Mode = "move" | "resize";

interface Press {
  id: string;
  mode: Mode;
  x: number;
  y: number;
  tile: Tile;
  /** The cell of the tile that was gripped. */
  grip: { x: number; y: number };
}

interface Dragging {
  plan: Arrangement;
  onDrop: (drag: Drag) => void;
}

/**
 * Drags tiles over the plan and from the tray, and resizes them by their
 * corner. Escape gives a drag up. A press that does not move is left to the
 * click.
 */
export function useTileDrag({ plan, onDrop }: Dragging) {
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const [tray, setTray] = useState<HTMLElement | null>(null);
  const [press, setPress] = useState<Press | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const wasDrag = useRef(false);
  const latest = useRef({ plan, onDrop });
  useEffect(() => {
    latest.current = { plan, onDrop };
  });

  useEffect(() => {
    if (!press) {
      return;
    }
    let under: Drag | null = null;
    const show = (now: Drag | null) => {
      under = now;
      setDrag(now);
    };
    const end = () => {
      setPress(null);
      setDrag(null);
    };

    function onMove(event: PointerEvent) {
      const { x, y, id, mode } = press!;
      wasDrag.current ||=
        Math.hypot(event.clientX - x, event.clientY - y) >= clickReach;
      if (!wasDrag.current || !grid) {
        return;
      }
      const on = latest.current.plan;
      const tile = tileUnder(press!, cellAt(grid, on, event));
      show({
        id,
        tile,
        fault: faultAt(on, id, tile),
        isOverTray: mode === "move" && isWithin(tray, event),
      });
    }
    function onUp() {
      if (under) {
        latest.current.onDrop(under);
      }
      end();
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === "Escape") {
        event.stopPropagation();
        end();
      }
    }
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", onKey, true);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", onKey, true);
    };
  }, [press, grid, tray]);

  function grip(event: ReactPointerEvent, id: string, mode: Mode, tile: Tile) {
    if (event.button !== 0 || !grid) {
      return;
    }
    // The corner lies in its tile.
    event.stopPropagation();
    const cell = cellAt(grid, plan, event);
    const isOnPlan = plan.places[id] !== undefined;
    wasDrag.current = false;
    setPress({
      id,
      mode,
      x: event.clientX,
      y: event.clientY,
      tile,
      grip: isOnPlan
        ? { x: cell.x - tile.x, y: cell.y - tile.y }
        : { x: 0, y: 0 },
    });
  }

  /** Whether a click is the end of a drag. Keys click without a press. */
  const isDragEnd = ({ detail }: { detail: number }) =>
    detail > 0 && wasDrag.current;

  return { setGrid, setTray, drag, grip, isDragEnd };
}

/** What tiles and tray know of the drag. The elements it is measured by are set apart. */
export type TileDrag = Omit<
  ReturnType<typeof useTileDrag>,
  "setGrid" | "setTray"
>;

interface Point {
  clientX: number;
  clientY: number;
}

/** The cell under the pointer; beyond the grid, that which would be there. */
function cellAt(grid: HTMLElement, plan: Arrangement, at: Point) {
  const box = grid.getBoundingClientRect();
  return {
    x: Math.floor(((at.clientX - box.left) / box.width) * plan.width) + 1,
    y: Math.floor(((at.clientY - box.top) / box.height) * plan.height) + 1,
  };
}

const tileUnder = (
  { mode, tile, grip }: Press,
  cell: { x: number; y: number },
): Tile =>
  mode === "move"
    ? { ...tile, x: cell.x - grip.x, y: cell.y - grip.y }
    : {
        ...tile,
        width: Math.max(1, cell.x - tile.x + 1),
        height: Math.max(1, cell.y - tile.y + 1),
      };

function isWithin(box: HTMLElement | null, { clientX, clientY }: Point) {
  const at = box?.getBoundingClientRect();
  return (
    at !== undefined &&
    clientX >= at.left &&
    clientX < at.right &&
    clientY >= at.top &&
    clientY < at.bottom
  );
}
