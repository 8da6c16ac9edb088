import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { modelOf, type Model, type Plan } from "./model";
import { coloursOf, paint } from "./paint";
import { ticksOf } from "./ticks";
import {
  barAt,
  contentHeight,
  fitted,
  headHeight,
  minuteAt,
  nameWidth,
  zoomed,
  type View,
} from "./view";
import "./gantt.css";

export interface GanttWords {
  chart: string;
  zoomIn: string;
  zoomOut: string;
  fit: string;
  today: string;
  fullScreen: string;
}

interface GanttViewProps {
  plan: Plan;
  words: GanttWords;
  /** Names the look of the page: another one is drawn anew. */
  look: string;
  tooltip: (bar: number) => ReactNode;
  legend: ReactNode;
}

/** The chart: wheel scrolls, Ctrl+wheel zooms about the pointer, a drag pans. */
export function GanttView(props: GanttViewProps) {
  const { plan, words, look, tooltip, legend } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const model = useMemo(() => modelOf(plan), [plan]);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [view, setView] = useState<View | null>(null);
  const [hover, setHover] = useState<{ bar: number; x: number; y: number }>();
  const dragged = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const element = canvas.current!.parentElement!;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize({ width, height });
      setView((now) => now ?? fitted(model, width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [model]);

  const least = fitted(model, Math.max(size.width, nameWidth + 100)).scale / 2;
  const bounded = useCallback(
    (next: View): View => {
      const lowest = contentHeight(model) - size.height + headHeight;
      return { ...next, top: Math.max(0, Math.min(next.top, lowest)) };
    },
    [model, size.height],
  );
  const zoom = useCallback(
    (factor: number, x = nameWidth + (size.width - nameWidth) / 2) =>
      setView((now) => now && bounded(zoomed(now, factor, x, least))),
    [bounded, least, size.width],
  );

  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d");
    if (!view || !context || size.width === 0) {
      return;
    }
    const frameId = requestAnimationFrame(() => {
      const ratio = devicePixelRatio || 1;
      element.width = Math.round(size.width * ratio);
      element.height = Math.round(size.height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const drawn = paint(context, {
        model,
        view,
        ...size,
        ticks: ticksOf(
          minuteAt(view, nameWidth),
          minuteAt(view, size.width),
          view.scale,
          Date.parse(plan.epoch),
          plan.zone,
        ),
        colours: coloursOf(element),
        hovered: hover?.bar ?? -1,
      });
      element.dataset.barsDrawn = String(drawn);
      element.dataset.scale = view.scale.toFixed(5);
    });
    return () => cancelAnimationFrame(frameId);
  }, [model, view, size, plan, hover, look]);

  // React listens to wheels passively; a zoom must keep the page from zooming.
  useEffect(() => {
    const element = canvas.current!;
    function onWheel(event: WheelEvent) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        zoom(Math.exp(-event.deltaY / 300), event.offsetX);
        return;
      }
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      const down = event.shiftKey ? 0 : event.deltaY;
      setView(
        (now) =>
          now &&
          bounded({
            ...now,
            left: now.left + sideways / now.scale,
            top: now.top + down,
          }),
      );
    }
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [zoom, bounded]);

  function onKeyDown(event: KeyboardEvent) {
    const move = moves(event.key, view, model, size.width);
    if (event.key === "+" || event.key === "=") {
      zoom(1.4);
    } else if (event.key === "-") {
      zoom(1 / 1.4);
    } else if (move) {
      setView(bounded(move));
    } else {
      return;
    }
    event.preventDefault();
  }

  const goToNow = () =>
    setView(
      (now) =>
        now && { ...now, left: plan.now - (size.width / 4) * (1 / now.scale) },
    );

  return (
    <div className="gantt" ref={frame}>
      <div className="gantt-tools" role="toolbar" aria-label={words.chart}>
        <button type="button" onClick={() => zoom(1.4)}>
          {words.zoomIn}
        </button>
        <button type="button" onClick={() => zoom(1 / 1.4)}>
          {words.zoomOut}
        </button>
        <button
          type="button"
          onClick={() => setView(fitted(model, size.width))}
        >
          {words.fit}
        </button>
        <button type="button" onClick={goToNow}>
          {words.today}
        </button>
        <button
          type="button"
          onClick={() => void frame.current?.requestFullscreen()}
        >
          {words.fullScreen}
        </button>
        <div className="gantt-legend">{legend}</div>
      </div>
      <div className="gantt-sheet">
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={words.chart}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            dragged.current = { x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={() => {
            dragged.current = null;
          }}
          onPointerLeave={() => setHover(undefined)}
          onPointerMove={(event) => {
            if (dragged.current) {
              const dx = event.clientX - dragged.current.x;
              const dy = event.clientY - dragged.current.y;
              dragged.current = { x: event.clientX, y: event.clientY };
              setView(
                (now) =>
                  now &&
                  bounded({
                    ...now,
                    left: now.left - dx / now.scale,
                    top: now.top - dy,
                  }),
              );
              return;
            }
            const { offsetX: x, offsetY: y } = event.nativeEvent;
            const bar = view ? barAt(model, view, x, y) : -1;
            setHover(bar < 0 ? undefined : { bar, x, y });
          }}
        />
        {hover && (
          <div
            role="tooltip"
            className="gantt-tooltip"
            style={{
              left: Math.min(hover.x + 14, size.width - 300),
              top: Math.min(hover.y + 14, size.height - 170),
            }}
          >
            {tooltip(hover.bar)}
          </div>
        )}
      </div>
    </div>
  );
}

/** Where an arrow key or Home goes. */
function moves(key: string, view: View | null, model: Model, width: number) {
  if (!view) {
    return null;
  }
  const step = width / 8 / view.scale;
  switch (key) {
    case "ArrowLeft":
      return { ...view, left: view.left - step };
    case "ArrowRight":
      return { ...view, left: view.left + step };
    case "ArrowUp":
      return { ...view, top: view.top - 66 };
    case "ArrowDown":
      return { ...view, top: view.top + 66 };
    case "Home":
      return fitted(model, width);
    default:
      return null;
  }
}
