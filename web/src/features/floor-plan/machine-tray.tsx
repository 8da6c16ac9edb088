import type { Ref } from "react";
import { StatusMark } from "@/ui/status-mark";
import { firstSize, type Machine } from "./floor";
import { meaningOf, useStatusName } from "./status";
import { useFloorTexts } from "./texts";
import type { TileDrag } from "./use-tile-drag";

export const trayIdOf = (id: string) => `floor-tray-${id}`;

interface MachineTrayProps {
  machines: Machine[];
  /** What is said where there are none. */
  none: string;
  /** What a search means; null without one. */
  meant: Machine[] | null;
  isLocked: boolean;
  trayRef: Ref<HTMLElement>;
  drag: TileDrag;
  onPut: (id: string) => void;
}

/** The machines of the section without a place. Dragged onto the plan, or pressed, they get one. */
export function MachineTray(props: MachineTrayProps) {
  const { machines, none, meant, isLocked, drag, trayRef, onPut } = props;
  const t = useFloorTexts();
  const statusName = useStatusName();
  const isTarget = drag.drag?.isOverTray === true;
  return (
    <section
      ref={trayRef}
      aria-label={t("tray")}
      className={`floor-tray ${isTarget ? "floor-tray-target" : ""}`}
    >
      <h2>{t("tray")}</h2>
      {machines.length === 0 && <p className="soft">{none}</p>}
      <ul>
        {machines.map((machine) => {
          const { id, code, name, group } = machine;
          const light = meant?.includes(machine) ? "floor-lit" : "floor-dim";
          const words = [code, name, group, statusName(machine)];
          return (
            <li key={id}>
              <button
                id={trayIdOf(id)}
                type="button"
                className={`floor-tray-machine ${meant ? light : ""}`}
                aria-disabled={isLocked}
                aria-label={
                  isLocked
                    ? words.filter(Boolean).join(" ")
                    : t("put", { code, name })
                }
                title={words.filter(Boolean).join(" · ")}
                onClick={(event) =>
                  !isLocked && !drag.isDragEnd(event) && onPut(id)
                }
                onPointerDown={(event) =>
                  !isLocked &&
                  drag.grip(event, id, "move", { x: 1, y: 1, ...firstSize })
                }
              >
                <span className="floor-tile-head">
                  <strong>{code}</strong>
                  <StatusMark meaning={meaningOf(machine)}>
                    {statusName(machine)}
                  </StatusMark>
                </span>
                <span>{name}</span>
                <span className="soft">{group}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
