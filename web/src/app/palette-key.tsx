import { App } from "antd";
import { useEffect, useState, type ComponentType } from "react";
import { usePalette } from "@/shell/palette-state";
import { useFailureTexts } from "@/ui/failure";
import { recordPath } from "./record-path";

interface PaletteProps {
  pathOf: typeof recordPath;
  onClose: () => void;
}

// By itself: what stands behind an import() in one expression does not hear of a style sheet that fails.
const fetched = () => import("@/palette/palette");

const close = () => usePalette.setState({ isOpen: false });

/** Ctrl+K, or Command+K, opens the palette from everywhere, and closes it again; the header has a button for it. */
export function PaletteKey() {
  const t = useFailureTexts();
  const { message } = App.useApp();
  const isOpen = usePalette((now) => now.isOpen);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
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
  // Fetched when it is wanted; where it does not come, the page stays as it is.
  useEffect(() => {
    if (isOpen && !Palette) {
      fetched().then(
        (part) => setPalette(() => part.Palette),
        () => {
          close();
          void message.error(t("unreachable"));
        },
      );
    }
  }, [isOpen, Palette, message, t]);
  return isOpen && Palette && <Palette pathOf={recordPath} onClose={close} />;
}
