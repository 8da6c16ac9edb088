import { useSyncExternalStore } from "react";

const query = "(width <= 640px)";

/** Whether the screen is a phone's. */
export function useNarrow() {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
