import { hoursFigure, outOfHundred } from "../plan/figure";
import { loadState, type DayLoad } from "./load";
import { useCapacityTexts } from "./capacity-texts";

/** How a resource stands, in words. */
export function useLoadWords() {
  const t = useCapacityTexts();
  return (load: DayLoad) =>
    t(`load.${loadState(load)}`, { hours: hoursFigure(load.beyond) });
}

/** Planned of available hours, the share as a bar, and how that is called: no colour alone says it. */
export function LoadFigures({ load }: { load: DayLoad }) {
  const t = useCapacityTexts();
  const words = useLoadWords();
  const state = loadState(load);
  return (
    <span className="load-figures" data-load={state}>
      {state === "closed" ? (
        <span className="soft">{words(load)}</span>
      ) : (
        <>
          <span className="load-hours numbers">
            {t("ofAvailable", {
              planned: hoursFigure(load.planned),
              available: hoursFigure(load.available),
            })}
          </span>
          <span className="load-bar" aria-hidden>
            <span style={{ width: `${load.load ?? 100}%` }} />
          </span>
          <span className="load-words">
            {load.load !== null && state !== "beyond" && (
              <span className="numbers">{outOfHundred(load.load)} % </span>
            )}
            {words(load)}
          </span>
        </>
      )}
    </span>
  );
}
