import { useEffect, useRef } from "react";
import type { Clash } from "./merge-versions";
import { useResourceTexts } from "./texts";
import type { Side, useClashes } from "./use-clashes";
import "./resource.css";

interface ConflictNoticeProps {
  clashes: ReturnType<typeof useClashes>;
  /** A field as people call it. */
  label: (field: string) => string;
  /** A value of it as people read it. */
  read: (field: string, value: unknown) => string;
  onDecide: (clash: Clash, side: Side) => void;
}

/**
 * Somebody saved first: what was merged, and what only a person can decide. It
 * stays at the top of what is in sight, and takes the focus when it comes and
 * whenever a save waits for it.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { clashes, label, read, onDecide } = props;
  const t = useResourceTexts();
  const box = useRef<HTMLDivElement>(null);
  const { asked } = clashes;
  useEffect(() => {
    if (asked > 0) {
      const open = box.current?.querySelector<HTMLElement>(
        "fieldset[data-open] input",
      );
      box.current?.scrollIntoView?.({ block: "start" });
      (open ?? box.current)?.focus({ preventScroll: true });
    }
  }, [asked]);

  if (asked === 0) {
    return null;
  }
  const { all, decided, undecided, who } = clashes;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="conflict">
      <p>{t("conflict", { who: who || t("somebody") })}</p>
      {all.length > 0 && (
        <p>
          <strong>
            {undecided.length > 0
              ? t("undecided", {
                  count: undecided.length,
                  fields: undecided
                    .map(({ field }) => label(field))
                    .join(t("comma")),
                })
              : t("allDecided")}
          </strong>
        </p>
      )}
      {all.map((clash) => (
        <fieldset
          key={clash.field}
          {...(!decided[clash.field] && { "data-open": "" })}
        >
          <legend>{t("clash", { field: label(clash.field) })}</legend>
          {(["mine", "theirs"] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`clash-${clash.field}`}
                checked={decided[clash.field] === side}
                onChange={() => onDecide(clash, side)}
              />
              {t(side, { value: read(clash.field, clash[side]) || "—" })}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
