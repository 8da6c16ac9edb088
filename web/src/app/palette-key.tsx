import { lazy, Suspense, useEffect } from "react";
import { usePalette } from "@/shell/palette-state";
import { recordPath } from "./record-path";

const Palette = lazy(async () => {
  const { Palette } = await import("@/palette/palette");
  return { default: Palette };
});

const close = () => usePalette.setState({ isOpen: false });

/** Ctrl+K, or Command+K, opens the palette from everywhere, and closes it again; the header has a button for it. */
export function PaletteKey() {
  const isOpen = usePalette((now) => now.isOpen);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isK = event.key.toLowerCase() === "k";
      if (isK && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        usePalette.setState(({ isOpen }) => ({ isOpen: !isOpen }));
      }
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    isOpen && (
      <Suspense>
        <Palette pathOf={recordPath} onClose={close} />
      </Suspense>
    )
  );
}
