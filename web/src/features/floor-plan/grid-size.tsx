import { InputNumber } from "antd";
import { leastGrid, most, type Arrangement } from "./floor";
import { useFloorTexts } from "./texts";

interface GridSizeProps {
  plan: Arrangement;
  isLocked: boolean;
  onResize: (side: "width" | "height", cells: number) => void;
}

/** The size of the grid. It never becomes smaller than what lies on it. */
export function GridSize({ plan, isLocked, onResize }: GridSizeProps) {
  const t = useFloorTexts();
  const least = leastGrid(plan);
  return (
    <div role="group" aria-label={t("gridSize")} className="floor-size">
      {(["width", "height"] as const).map((side) => (
        <label key={side}>
          {t(side === "width" ? "gridWidth" : "gridHeight")}
          <InputNumber
            value={plan[side]}
            min={least[side]}
            max={most[side]}
            precision={0}
            disabled={isLocked}
            onChange={(cells) => cells !== null && onResize(side, cells)}
          />
        </label>
      ))}
    </div>
  );
}
