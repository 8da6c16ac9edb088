import { FieldInput } from "@/resource/field-input";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useRecordValues } from "@/resource/record-values";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

const mostLayers = 20;
const mostPositions = 100;

/** The positions of each layer of a shelf, and below them the shelf as it is typed: the top layer above, numbered from the floor. */
export function ShelfGrid(props: FieldInputProps) {
  const t = useBasedataTexts();
  const { layers, positions } = useRecordValues();
  const isKnown =
    isCount(layers, mostLayers) && isCount(positions, mostPositions);
  return (
    <>
      <FieldInput {...props} />
      {isKnown && (
        <figure className="shelf">
          <svg
            role="img"
            aria-label={t("shelfOf", { layers, positions })}
            viewBox={`0 0 ${28 + positions * 12} ${layers * 14}`}
          >
            {Array.from({ length: layers }, (_, i) => (
              <g key={i} transform={`translate(0 ${i * 14})`}>
                <text x="0" y="10">
                  {layers - i}
                </text>
                {Array.from({ length: positions }, (_position, at) => (
                  <rect
                    key={at}
                    x={24 + at * 12}
                    y="1"
                    width="10"
                    height="11"
                    rx="1.5"
                  />
                ))}
              </g>
            ))}
          </svg>
          <figcaption className="soft">
            {t("shelfPositions", { count: layers * positions })}
          </figcaption>
        </figure>
      )}
    </>
  );
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
