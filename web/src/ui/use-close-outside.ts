import { useEffect, useRef } from "react";

const nowhere = () => false;

/**
 * A details element stays open until told; Escape or a press elsewhere tells.
 * `alsoInside` names places that belong to it though they stand elsewhere.
 */
export function useCloseOutside(
  alsoInside: (target: Element) => boolean = nowhere,
) {
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    function close() {
      if (menu.current) {
        menu.current.open = false;
      }
    }
    function onPress(event: Event) {
      const target = event.target as Element;
      if (!menu.current?.contains(target) && !alsoInside(target)) {
        close();
      }
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === "Escape" && menu.current?.open) {
        // A panel around the menu stays open.
        event.preventDefault();
        close();
        menu.current.querySelector("summary")?.focus();
      }
    }
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [alsoInside]);

  return menu;
}
