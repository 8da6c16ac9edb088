import { lazy, Suspense, useEffect, useState } from "react";
import { recordPath } from "./record-path";

const Palette = lazy(async () => {
  const { Palette } = await import("@/palette/palette");
  return { default: Palette };
});

/** Ctrl+K, or Command+K, opens the palette from everywhere, and closes it again. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isK = event.key.toLowerCase() === "k";
      if (isK && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        setOpen((was) => !was);
      }
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    isOpen && (
      <Suspense>
        <Palette pathOf={recordPath} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
