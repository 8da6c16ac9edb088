import { useState } from "react";
import type { Schedule } from "./schedule";

/** The name of the schedule that a page shows; of one that is deleted meanwhile, the last that it had. */
export function useShownName(id: string, schedule: Schedule | undefined) {
  const [known, setKnown] = useState({ id, name: "" });
  const name = schedule?.name ?? (known.id === id ? known.name : "");
  if (known.id !== id || known.name !== name) {
    setKnown({ id, name });
  }
  return name;
}
