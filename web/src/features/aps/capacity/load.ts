import type { Schema } from "@/api/contract";

export type DayLoad = Schema<"ApsDayLoad">;

/** From this share on a resource is told to be nearly full. */
const nearly = 85;

export type LoadState =
  | "closed"
  | "idle"
  | "room"
  | "nearly"
  | "full"
  | "beyond";

/** How a resource stands, as words and colours tell it. */
export function loadState({ available, planned, beyond, load }: DayLoad) {
  let state: LoadState = "room";
  if (beyond > 0) {
    state = "beyond";
  } else if (available === 0) {
    state = "closed";
  } else if (planned === 0) {
    state = "idle";
  } else if (load !== null && load >= 100) {
    state = "full";
  } else if (load !== null && load >= nearly) {
    state = "nearly";
  }
  return state;
}
