import type { Schema } from "@/api/contract";
import { joined } from "@/i18n/joined";
import { hoursFigure } from "../plan/figure";
import { useCapacityTexts } from "./capacity-texts";

export type Figures = Schema<"ApsCapacityFigures">;

/** The parts of a bar, in their order; each has its own pattern, for colours alone tell too little. */
export const parts = [
  "locked",
  "planned",
  "beyond",
  "free",
  "outsourced",
  "overload",
] as const;

type Part = (typeof parts)[number];

/** How many hours each part of a bar stands for: none of them twice. */
export function partsOf(of: Figures): Record<Part, number> {
  const locked = Math.min(of.locked, of.planned);
  const beyond = Math.min(of.beyond, of.planned - locked);
  return {
    locked,
    beyond,
    planned: of.planned - locked - beyond,
    free: of.free,
    outsourced: of.outsourced,
    overload: of.overload,
  };
}

const words = {
  locked: "legendLocked",
  planned: "plannedRest",
  beyond: "legendBeyond",
  free: "legendFree",
  outsourced: "legendOutsourced",
  overload: "legendOverload",
} as const;

/** What a group is given and what it has left: the longer a part, the more of its hours. */
export function CapacityBar({ of }: { of: Figures }) {
  const t = useCapacityTexts();
  const hours = partsOf(of);
  const shown = parts.filter((part) => hours[part] > 0);
  const all = shown.reduce((sum, part) => sum + hours[part], 0);
  const told = (part: Part) =>
    t("hoursOf", { what: t(words[part]), hours: hoursFigure(hours[part]) });
  return (
    <span className="group-bar" role="img" aria-label={joined(shown.map(told))}>
      {shown.map((part) => (
        <span
          key={part}
          data-part={part}
          title={told(part)}
          style={{ width: `${(100 * hours[part]) / all}%` }}
        />
      ))}
    </span>
  );
}

/** What the parts are called. */
export function CapacityLegend() {
  const t = useCapacityTexts();
  return (
    <ul className="capacity-legend">
      {parts.map((part) => (
        <li key={part}>
          <span className="capacity-key" data-part={part} aria-hidden />
          {t(words[part])}
        </li>
      ))}
    </ul>
  );
}
