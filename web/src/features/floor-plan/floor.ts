import type { Schema } from "@/api/contract";

/** A rectangle of cells; x and y count from 1 at the left and at the top. */
export type Tile = Schema<"BasedataTile">;
export type Layout = Schema<"BasedataMachineLayout">;
export type Machine = Schema<"BasedataLayoutMachine">;

export const most = { width: 60, height: 40, tile: 6 };

/** How a section is arranged: its grid, and the places of its machines by their ids. */
export interface Arrangement {
  width: number;
  height: number;
  places: Record<string, Tile>;
}

/** Why a tile cannot lie somewhere; of an overlap, with which machine. */
export type Fault =
  | { rule: "size" }
  | { rule: "edge" }
  | { rule: "overlap"; id: string };

export const arrangementOf = (layout: Layout): Arrangement => ({
  width: layout.width,
  height: layout.height,
  places: Object.fromEntries(
    layout.machines.flatMap(({ id, place }) => (place ? [[id, place]] : [])),
  ),
});

/** The same without machines that the section does not have any more. */
export function among(plan: Arrangement, layout: Layout): Arrangement {
  const known = new Set(layout.machines.map(({ id }) => id));
  const places = Object.entries(plan.places).filter(([id]) => known.has(id));
  return { ...plan, places: Object.fromEntries(places) };
}

const sides = ["x", "y", "width", "height"] as const;

export function sameTile(a: Tile | undefined, b: Tile | undefined) {
  return a && b ? sides.every((side) => a[side] === b[side]) : a === b;
}

export const sameArrangement = (a: Arrangement, b: Arrangement) =>
  a.width === b.width &&
  a.height === b.height &&
  Object.keys({ ...a.places, ...b.places }).every((id) =>
    sameTile(a.places[id], b.places[id]),
  );

const overlap = (a: Tile, b: Tile) =>
  a.x < b.x + b.width &&
  b.x < a.x + a.width &&
  a.y < b.y + b.height &&
  b.y < a.y + a.height;

/** What keeps a machine from lying there, as the server will say, too; null: nothing. */
export function faultAt(
  plan: Arrangement,
  id: string,
  tile: Tile,
): Fault | null {
  const { x, y, width, height } = tile;
  if (Math.min(width, height) < 1 || Math.max(width, height) > most.tile) {
    return { rule: "size" };
  }
  const isWithin =
    x >= 1 &&
    y >= 1 &&
    x + width - 1 <= plan.width &&
    y + height - 1 <= plan.height;
  if (!isWithin) {
    return { rule: "edge" };
  }
  const under = Object.entries(plan.places).find(
    ([other, place]) => other !== id && overlap(place, tile),
  );
  return under ? { rule: "overlap", id: under[0] } : null;
}

export const withPlace = (
  plan: Arrangement,
  id: string,
  tile: Tile,
): Arrangement => ({ ...plan, places: { ...plan.places, [id]: tile } });

export function withoutPlace(plan: Arrangement, id: string): Arrangement {
  const places = { ...plan.places };
  delete places[id];
  return { ...plan, places };
}

/** What a machine from the tray takes up, where there is room. */
export const firstSize = { width: 3, height: 2 };

/** Where a machine from the tray can lie, row by row, smaller where the plan is full; null: nowhere. */
export function firstFree(plan: Arrangement, id: string): Tile | null {
  for (const size of [
    firstSize,
    { width: 2, height: 1 },
    { width: 1, height: 1 },
  ]) {
    for (let y = 1; y <= plan.height; y++) {
      for (let x = 1; x <= plan.width; x++) {
        const tile = { x, y, ...size };
        if (!faultAt(plan, id, tile)) {
          return tile;
        }
      }
    }
  }
  return null;
}

/** The smallest grid that holds all tiles. */
export function leastGrid({ places }: Arrangement) {
  const tiles = Object.values(places);
  return {
    width: Math.max(1, ...tiles.map(({ x, width }) => x + width - 1)),
    height: Math.max(1, ...tiles.map(({ y, height }) => y + height - 1)),
  };
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The tile that an arrow key makes of one: moved, with Shift resized; undefined for any other key. */
export function tileAfterKey(tile: Tile, key: string, isShift: boolean) {
  const step = steps[key];
  if (!step) {
    return undefined;
  }
  const [dx, dy] = step;
  return isShift
    ? { ...tile, width: tile.width + dx, height: tile.height + dy }
    : { ...tile, x: tile.x + dx, y: tile.y + dy };
}

/** The part of a tile that lies on the grid; null: none does. */
export function visiblePart(plan: Arrangement, tile: Tile): Tile | null {
  const x = Math.max(1, tile.x);
  const y = Math.max(1, tile.y);
  const width = Math.min(plan.width, tile.x + tile.width - 1) - x + 1;
  const height = Math.min(plan.height, tile.y + tile.height - 1) - y + 1;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Whether a search means a machine. */
export const isMeant = ({ code, name, group }: Machine, wanted: string) =>
  [code, name, group].some((text) => text.toLowerCase().includes(wanted));
