import { joined } from "@/i18n/joined";
import { ratioOf } from "@/ui/typed-text";
import { useMouldTexts } from "./mould-texts";
import type { Readiness } from "./mould-model";
import "./figures.css";

/** A share in whole per cent; what falls short of the whole never reads 100. */
export const wholePercent = (share: number) =>
  Math.min(Math.round(ratioOf(share * 100)), share < 1 ? 99 : 100);

/** How far work is, as a bar; the number stands beside it in words. */
export function ProgressBar({ share }: { share: number }) {
  const percent = wholePercent(share);
  return (
    <span
      className="progress-bar"
      role="img"
      aria-label={`${percent}%`}
      data-full={share >= 1 || undefined}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}

const steps = ["designed", "machined", "inspected", "stocked"] as const;

interface ElectrodeStepsProps {
  readiness: Readiness;
  /** With the words of each step, where there is room. */
  wide?: boolean;
}

/** n of N electrodes designed, machined, inspected and stocked. */
export function ElectrodeSteps({ readiness, wide }: ElectrodeStepsProps) {
  const t = useMouldTexts();
  const words = steps.map(
    (step) => `${t(step)} ${readiness[step]}/${readiness.total}`,
  );
  return (
    <span
      className={wide ? "electrode-steps wide" : "electrode-steps"}
      role="img"
      aria-label={joined(words)}
      title={words.join("\n")}
    >
      {steps.map((step) => (
        <span
          key={step}
          className="electrode-step"
          data-full={readiness[step] >= readiness.total || undefined}
        >
          <span className="electrode-fill">
            <span
              style={{
                width: `${readiness.total ? (100 * readiness[step]) / readiness.total : 0}%`,
              }}
            />
          </span>
          <small>
            {wide && `${t(step)} `}
            {readiness[step]}/{readiness.total}
          </small>
        </span>
      ))}
    </span>
  );
}
