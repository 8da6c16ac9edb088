import { useCompletionTexts } from "./completion-texts";
import {
  allStates,
  type FigureName,
  type Figures,
  type Measure,
} from "./figures";
import { RateBar } from "./rate-bar";
import { FigureButton, RateFigure } from "./rate-table";

interface SummaryProps {
  of: Figures;
  measure: Measure;
  onOpen: (state: FigureName) => void;
}

/** The rate of everything that is asked about, and what it is made of. */
export function RateSummary({ of, measure, onOpen }: SummaryProps) {
  const t = useCompletionTexts();
  return (
    <section className="rate-summary" aria-label={t("rate")}>
      <p className="rate-total">
        <strong className="numbers">
          <RateFigure rate={of[measure].rate} />
        </strong>{" "}
        <span className="soft">{t("rate")}</span>
      </p>
      <div className="rate-parts">
        <RateBar of={of} measure={measure} />
        <dl>
          {(["base", ...allStates] as const).map((name) => (
            <div key={name}>
              <dt>
                {name !== "base" && (
                  <span className="rate-key" data-state={name} aria-hidden />
                )}
                {t(name)}
              </dt>
              <dd className="numbers">
                <FigureButton
                  {...{ of, measure, name }}
                  whose={t("all")}
                  onOpen={() => onOpen(name)}
                />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
