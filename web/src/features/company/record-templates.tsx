import type { ReactNode } from "react";
import { listed } from "@/i18n/listed";
import { useSession } from "@/session/session";
import { Why } from "@/ui/why";
import type { Template, Wanted } from "./first-hour-state";
import { useTemplateTexts } from "./template-texts";
import "./templates.css";

interface RecordTemplatesProps {
  kinds: Template["kind"][];
  templates: Template[];
  isBusy: boolean;
  onTake: (wanted: Wanted) => void;
}

/** Records of some kinds to pick from, each taken once, or all of a kind. */
export function RecordTemplates(props: RecordTemplatesProps) {
  const { kinds, templates, ...rest } = props;
  return (
    <div className="record-templates">
      {kinds.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          templates={templates.filter((template) => template.kind === kind)}
          {...rest}
        />
      ))}
    </div>
  );
}

interface KindProps extends Omit<RecordTemplatesProps, "kinds"> {
  kind: Template["kind"];
}

const sectionNeed = "system.section.add";

function Kind({ kind, templates, isBusy, onTake }: KindProps) {
  const t = useTemplateTexts();
  const permitted = useSession((now) => now.permitted);
  const left = templates.filter(({ taken }) => !taken);
  const sections = [...new Set(left.flatMap(({ section }) => section ?? []))];
  const isBringing = sections.length > 0;
  const need = `system.${kind}.add`;
  const mayTake = permitted[need] === true;
  const mayBring = permitted[sectionNeed] === true;
  if (templates.length === 0) {
    return null;
  }
  return (
    <div role="group" aria-label={t(kind)}>
      <p className="record-templates-head">
        <span className="soft">{t(kind)}</span>
        {templates.length > few && (
          <Choice
            label={t(`${kind}All`)}
            isOpen={mayTake && left.length > 0 && (mayBring || !isBringing)}
            isBusy={isBusy}
            onTake={() => onTake({ kind, all: true })}
          >
            {t("all", { count: left.length })}
          </Choice>
        )}
        {!mayTake && left.length > 0 && <Why permission={need} />}
      </p>
      <div className="record-templates-choice">
        {templates.map(({ key, name, taken, section }) => (
          <Choice
            key={key}
            label={
              taken
                ? t("taken", { name })
                : section
                  ? t("takeBoth", { name, section })
                  : t("take", { name })
            }
            isOpen={!taken && mayTake && (mayBring || !section)}
            isBusy={isBusy}
            onTake={() => onTake({ kind, template: key })}
          >
            <i aria-hidden="true">{taken ? "✓" : "+"}</i>
            {name}
          </Choice>
        ))}
      </div>
      {isBringing && mayTake && (
        <p className="soft">
          {t(mayBring ? "brings" : "mayNotBring", {
            sections: listed(sections),
          })}{" "}
          {!mayBring && <Why permission={sectionNeed} />}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  isOpen: boolean;
  isBusy: boolean;
  onTake: () => void;
  children: ReactNode;
}

/** Whoever goes through them by keyboard stays at the one that was just taken: it is never disabled in the sense of the browser. */
function Choice({ label, isOpen, isBusy, onTake, children }: ChoiceProps) {
  const isShut = isBusy || !isOpen;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isShut}
      className={isOpen ? "record-template" : "record-template is-shut"}
      onClick={isShut ? undefined : onTake}
    >
      {children}
    </button>
  );
}

/** So many are taken one by one: nobody wants each of three calendars. */
const few = 3;
