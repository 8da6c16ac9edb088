import type { CSSProperties, KeyboardEvent, Ref } from "react";
import { useLanguage, type Text } from "@/i18n/language";
import { StatusMark } from "@/ui/status-mark";
import {
  tileAfterKey,
  visiblePart,
  type Arrangement,
  type Machine,
  type Tile,
} from "./floor";
import { meaningOf, useStatusName } from "./status";
import { useFloorTexts } from "./texts";
import type { TileDrag } from "./use-tile-drag";

export const tileIdOf = (id: string) => `floor-tile-${id}`;
export const helpId = "floor-help";

interface PlanGridProps {
  label: string;
  plan: Arrangement;
  machines: ReadonlyMap<string, Machine>;
  /** What a search means; null without one. */
  meant: Machine[] | null;
  chosen: string;
  faults: Record<string, Text>;
  isLocked: boolean;
  gridRef: Ref<HTMLDivElement>;
  drag: TileDrag;
  onChoose: (id: string) => void;
  onPut: (id: string, tile: Tile) => void;
  onTakeBack: (id: string) => void;
  wordsOfPlace: (tile: Tile) => string;
}

const areaOf = ({ x, y, width, height }: Tile): CSSProperties => ({
  gridColumn: `${x} / span ${width}`,
  gridRow: `${y} / span ${height}`,
});

/** The grid of a section with the tiles of its machines, and where a dragged one would lie. */
export function PlanGrid(props: PlanGridProps) {
  const { label, plan, machines, isLocked, drag, gridRef } = props;
  const columns = { "--columns": plan.width, "--rows": plan.height };
  const under = drag.drag && !drag.drag.isOverTray ? drag.drag : null;
  const ghost = under && visiblePart(plan, under.tile);
  return (
    <div className="floor-scroll">
      {/* Screen readers leave the arrow keys to what lies in an application. */}
      <div
        ref={gridRef}
        role="application"
        aria-label={label}
        aria-describedby={isLocked ? undefined : helpId}
        className="floor-grid"
        style={columns as CSSProperties}
      >
        {[...machines.values()].map((machine) => {
          const tile = plan.places[machine.id];
          return (
            tile && (
              <MachineTile
                key={machine.id}
                {...props}
                machine={machine}
                tile={tile}
              />
            )
          );
        })}
        {ghost && (
          <div
            aria-hidden="true"
            className={`floor-ghost ${under.fault ? "floor-ghost-bad" : ""}`}
            style={areaOf(ghost)}
          />
        )}
      </div>
    </div>
  );
}

interface MachineTileProps extends Omit<PlanGridProps, "gridRef"> {
  machine: Machine;
  tile: Tile;
}

function MachineTile({ machine, tile, ...of }: MachineTileProps) {
  const t = useFloorTexts();
  const { say } = useLanguage();
  const status = useStatusName()(machine);
  const { id, code, name, group } = machine;
  const { meant, isLocked, drag } = of;
  const fault = of.faults[id];
  const words = [
    t("tile", { code, name, group, status, at: of.wordsOfPlace(tile) }),
    ...(fault ? [say(fault)] : []),
  ].join(" · ");

  function onKeyDown(event: KeyboardEvent) {
    const next = tileAfterKey(tile, event.key, event.shiftKey);
    if (isLocked || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (next) {
      event.preventDefault();
      of.onPut(id, next);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      of.onTakeBack(id);
    }
  }

  const marks = [
    machine.status !== 1 && "floor-tile-off",
    of.chosen === id && "floor-tile-chosen",
    fault && "floor-tile-bad",
    meant && (meant.includes(machine) ? "floor-lit" : "floor-dim"),
    drag.drag?.id === id && "floor-tile-away",
  ];
  return (
    <button
      id={tileIdOf(id)}
      type="button"
      className={["floor-tile", ...marks].filter(Boolean).join(" ")}
      style={areaOf(tile)}
      aria-label={words}
      title={words}
      onFocus={() => of.onChoose(id)}
      onClick={() => of.onChoose(id)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => !isLocked && drag.grip(event, id, "move", tile)}
    >
      <span className="floor-tile-head">
        <strong>{code}</strong>
        <StatusMark meaning={meaningOf(machine)}>{status}</StatusMark>
      </span>
      <span>{name}</span>
      <span className="soft">{group}</span>
      {!isLocked && (
        <span
          aria-hidden="true"
          className="floor-corner"
          onPointerDown={(event) => drag.grip(event, id, "resize", tile)}
        />
      )}
    </button>
  );
}
