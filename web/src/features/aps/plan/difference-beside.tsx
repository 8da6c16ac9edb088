import { figure, hoursFigure } from "./figure";
import { WithNames } from "./mould-names";
import { useMeaningTexts } from "./one-meaning-texts";
import type { Difference as Change } from "./difference-query";

/** How many rows a summary names. */
export const namedRows = 8;

/** Tasks that move, in the meaning of the evaluation; older publications kept no such figures. */
export function Moved({ change }: { change: Change }) {
  const m = useMeaningTexts();
  if (change.allTasks) {
    return null;
  }
  const hours = hoursFigure(change.threshold);
  const little = change.shifted - change.moved;
  return (
    <>
      <li>
        {m("moved", {
          moved: figure(change.moved),
          all: figure(change.compared),
          hours,
        })}
      </li>
      {little > 0 && <li>{m("shifted", { n: figure(little), hours })}</li>}
      {change.cut > 0 && <li>{m("cut", { n: figure(change.cut) })}</li>}
    </>
  );
}

/** What the new plan holds of other schedules, and moulds whose dates have moved since its run. */
export function Beside({ change }: { change: Change }) {
  const m = useMeaningTexts();
  return (
    <>
      {change.carriedMoulds > 0 && (
        <p>
          {m("carried", {
            n: figure(change.carriedMoulds),
            late: figure(change.carriedLate),
          })}
        </p>
      )}
      {(["lateToday", "onTimeToday"] as const).map(
        (key) =>
          change[key].length > 0 && (
            <p
              key={key}
              data-meaning={key === "lateToday" ? "late" : undefined}
            >
              <WithNames names={firstOf(change[key])}>
                {(names) => m(key, { names })}
              </WithNames>
              {change[key].length > namedRows && " …"}
            </p>
          ),
      )}
    </>
  );
}

export const firstOf = (numbers: string[]) =>
  numbers.slice(0, namedRows).map((no) => ({ no }));
