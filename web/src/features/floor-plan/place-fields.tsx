import { Button, InputNumber } from "antd";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import type { Machine, Tile } from "./floor";
import { meaningOf, useStatusName } from "./status";
import { useFloorTexts } from "./texts";

interface PlaceFieldsProps {
  machine: Machine | undefined;
  tile: Tile | undefined;
  isLocked: boolean;
  onPut: (tile: Tile) => void;
  onTakeBack: () => void;
}

const sides = ["x", "y", "width", "height"] as const;

/** The chosen machine, and its place in figures: what is dragged can be typed as well. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { machine, tile, isLocked, onPut, onTakeBack } = props;
  const t = useFloorTexts();
  const statusName = useStatusName();
  return (
    <section aria-label={t("chosen")} className="floor-chosen">
      <h2>{t("chosen")}</h2>
      {machine && tile ? (
        <>
          <p className="floor-tile-head">
            <strong>{machine.code}</strong>
            <StatusMark meaning={meaningOf(machine)}>
              {statusName(machine)}
            </StatusMark>
          </p>
          {machine.name && <p>{machine.name}</p>}
          <p className="soft">
            <RecordName>{machine.group}</RecordName>
          </p>
          <div className="floor-figures">
            {sides.map((side) => (
              <label key={side}>
                {t(side)}
                <InputNumber
                  value={tile[side]}
                  min={1}
                  precision={0}
                  disabled={isLocked}
                  onChange={(cells) =>
                    cells !== null && onPut({ ...tile, [side]: cells })
                  }
                />
              </label>
            ))}
          </div>
          {!isLocked && <Button onClick={onTakeBack}>{t("takeBack")}</Button>}
        </>
      ) : (
        <p className="soft">{t("chooseOne")}</p>
      )}
    </section>
  );
}
