import { joined } from "@/i18n/joined";
import { clockOf, rulerEnd, totalOf, type Stretch } from "./shift-day";
import { useBasedataTexts } from "./texts";

const kinds = ["work", "rest", "overtime"] as const;
const day = 24 * 60;

interface DayRulerProps {
  stretches: Stretch[];
}

/** The day of a shift from 00:00 to 24:00, and beyond midnight as far as it goes. */
export function DayRuler({ stretches }: DayRulerProps) {
  const t = useBasedataTexts();
  const end = rulerEnd(stretches);
  const at = (minutes: number) => `${(minutes / end) * 100}%`;
  const hours = Array.from({ length: end / 120 + 1 }, (_, i) => i * 120);

  const words = joined(
    stretches.map(
      ({ kind, from, to }) => `${t(kind)} ${clockOf(from)}–${clockOf(to)}`,
    ),
  );
  return (
    <figure className="day-ruler">
      <svg role="img" aria-label={words || t("noPeriods")} height="52">
        {end > day && (
          <rect
            className="ruler-next-day"
            x={at(day)}
            y="0"
            width={at(end - day)}
            height="34"
          />
        )}
        {hours.map((minutes) => (
          <line
            key={minutes}
            className={minutes === day ? "ruler-midnight" : "ruler-tick"}
            x1={at(minutes)}
            x2={at(minutes)}
            y1="0"
            y2={minutes % 240 === 0 ? 38 : 34}
          />
        ))}
        {stretches.map(({ kind, from, to }) => (
          <rect
            key={`${kind}${from}`}
            className={`ruler-${kind}`}
            x={at(from)}
            y={kind === "work" ? 6 : 10}
            width={at(to - from)}
            height={kind === "work" ? 22 : 14}
          >
            <title>{`${t(kind)} ${clockOf(from)}–${clockOf(to)}`}</title>
          </rect>
        ))}
        {hours
          .filter((minutes) => minutes % 240 === 0)
          .map((minutes) => (
            <text
              key={minutes}
              className={minutes > day ? "ruler-hour later" : "ruler-hour"}
              x={at(minutes)}
              y="50"
              textAnchor={
                minutes === 0 ? "start" : minutes === end ? "end" : "middle"
              }
            >
              {minutes > day ? `+${clockOf(minutes)}` : clockOf(minutes)}
            </text>
          ))}
      </svg>
      <figcaption>
        {kinds.map((kind) => {
          const minutes = totalOf(stretches, kind);
          return (
            <span key={kind} className="numbers">
              <i className={`key key-${kind}`} aria-hidden="true" />
              {t(kind)}{" "}
              {t("duration", {
                hours: Math.floor(minutes / 60),
                minutes: minutes % 60,
              })}
            </span>
          );
        })}
      </figcaption>
    </figure>
  );
}
