import { useSession } from "@/session/session";
import type { Template } from "./first-hour-state";
import { useTemplateTexts } from "./template-texts";
import "./templates.css";

interface DayTemplatesProps {
  templates: Template[];
  isBusy: boolean;
  onTake: (template: Template) => void;
}

/** Calendars and shifts to pick from, each taken once. */
export function DayTemplates({ templates, isBusy, onTake }: DayTemplatesProps) {
  const t = useTemplateTexts();
  const permitted = useSession((now) => now.permitted);
  return (
    <div className="day-templates">
      {(["calendar", "shift"] as const).map((kind) => (
        <div key={kind} role="group" aria-label={t(kind)}>
          <span className="soft">{t(kind)}</span>
          {templates
            .filter((template) => template.kind === kind)
            .map((template) => {
              const { key, name, taken } = template;
              return (
                <button
                  key={key}
                  type="button"
                  disabled={
                    taken || isBusy || permitted[`system.${kind}.add`] !== true
                  }
                  aria-label={t(taken ? "taken" : "take", { name })}
                  onClick={() => onTake(template)}
                >
                  <i aria-hidden="true">{taken ? "✓" : "+"}</i>
                  {name}
                </button>
              );
            })}
        </div>
      ))}
    </div>
  );
}
