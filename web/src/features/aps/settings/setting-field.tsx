import { InputNumber, Select } from "antd";
import { useId } from "react";
import { cleanNumber, ratioOf } from "@/ui/typed-text";
import { useClearing } from "@/ui/use-clearing";
import type { Setting } from "./setting";
import { useSettingTexts } from "./setting-texts";
import { useLanguage } from "@/i18n/language";

interface SettingFieldProps {
  setting: Setting;
  value: number | null;
  /** What holds where this layer is silent; undefined: it may not be silent. */
  inherited: number | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: number | null) => void;
}

/** One setting: what it is, what it does, and what the chosen value does. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value, inherited, error, disabled, onChange } = props;
  const t = useSettingTexts();
  const clearing = useClearing();
  const { say } = useLanguage();
  const id = useId();
  const choice = (wanted: number | null | undefined) =>
    setting.options.find((option) => option.value === wanted);
  const placeholder =
    inherited === undefined
      ? say(setting.emptyWord)
      : t("inherits", { value: shown(inherited) });
  const chosen = choice(value ?? inherited);

  function shown(number: number) {
    if (number < setting.low) {
      return say(setting.emptyWord);
    }
    const option = choice(number);
    return option ? say(option.label) : `${number} ${say(setting.unit)}`.trim();
  }

  /** A ratio is capped where it is typed; all other numbers are held to their limits when they are saved. */
  const kept = (number: number) =>
    setting.unit.en === "%" && setting.high === 100 ? ratioOf(number) : number;

  return (
    <div className="setting" data-setting={setting.key}>
      <div>
        <label htmlFor={id}>
          {say(setting.label)}
          {setting.required && inherited === undefined && (
            <span className="setting-required" aria-hidden>
              *
            </span>
          )}
        </label>
        <p id={`${id}-help`}>{say(setting.help)}</p>
      </div>
      <div>
        {setting.options.length > 0 ? (
          <Select
            id={id}
            value={value ?? undefined}
            onChange={(next: number | undefined) => onChange(next ?? null)}
            disabled={disabled}
            allowClear={inherited !== undefined && clearing}
            placeholder={placeholder ?? ""}
            status={error ? "error" : ""}
            aria-describedby={`${id}-help ${id}-effect`}
            options={setting.options.map((option) => ({
              value: option.value,
              label: say(option.label),
            }))}
          />
        ) : (
          <InputNumber<number | string>
            id={id}
            value={value}
            parser={(text = "") => cleanNumber(text, setting.low < 0)}
            onChange={(next) =>
              onChange(typeof next === "number" ? kept(next) : null)
            }
            disabled={disabled}
            placeholder={placeholder ?? ""}
            status={error ? "error" : ""}
            aria-describedby={`${id}-help ${id}-effect`}
            suffix={say(setting.unit)}
          />
        )}
        {error ? (
          <p id={`${id}-effect`} className="setting-error" role="alert">
            {error}
          </p>
        ) : (
          <p id={`${id}-effect`}>{chosen && say(chosen.help)}</p>
        )}
      </div>
    </div>
  );
}
