import { joined } from "@/i18n/joined";
import { useMouldTexts } from "./mould-texts";
import type { Readiness } from "./mould-model";
import "./figures.css";

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
