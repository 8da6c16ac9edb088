import { joined } from "@/i18n/joined";
import { useCompletionTexts } from "./completion-texts";
import { states, useAmount, type Figures, type Measure } from "./figures";

interface BarProps {
  of: Figures;
  measure: Measure;
  /** In per cent; null without one. */
  target?: number | null;
}

/** What became of what was planned: the longer a part, the more of it. The line across is the target, which the first two parts are to reach. */
export function RateBar({ of, measure, target = null }: BarProps) {
  const t = useCompletionTexts();
  const amount = useAmount(measure);
  const figures = of[measure];
  const shown = states.filter((state) => figures[state] > 0);
  const told = (state: (typeof states)[number]) =>
    t("amount", { what: t(state), amount: amount(figures[state]) });
  const words = shown.map(told);
  if (target !== null) {
    words.push(t("targetOf", { target }));
  }
  return (
    <span
      className="rate-bar"
      role="img"
      aria-label={words.length > 0 ? joined(words) : t("noBase")}
    >
      {shown.map((state) => (
        <span
          key={state}
          data-state={state}
          title={told(state)}
          style={{ width: `${(100 * figures[state]) / figures.base}%` }}
        />
      ))}
      {target !== null && (
        <span
          className="rate-target"
          title={t("targetOf", { target })}
          style={{ left: `${target}%` }}
        />
      )}
    </span>
  );
}
