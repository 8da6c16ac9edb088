import { useLanguage } from "@/i18n/language";
import { follows, type Preset, type SettingValues } from "./setting";
import { useSettingTexts } from "./setting-texts";

interface SettingPresetsProps {
  presets: Preset[];
  values: SettingValues;
  inherited: Record<string, number>;
  disabled: boolean;
  onChoose: (preset: Preset) => void;
}

/** Whole policies to start from: each fills in the settings that belong to it. */
export function SettingPresets(props: SettingPresetsProps) {
  const { presets, values, inherited, disabled, onChoose } = props;
  const t = useSettingTexts();
  const { say } = useLanguage();
  return (
    <div className="presets" role="group" aria-label={t("presets")}>
      {presets.map((preset) => (
        <button
          key={preset.key}
          type="button"
          className="preset"
          disabled={disabled}
          aria-pressed={follows(preset, values, inherited)}
          onClick={() => onChoose(preset)}
        >
          <strong>{say(preset.label)}</strong>
          <span>{say(preset.help)}</span>
        </button>
      ))}
      <p>{t("presetsAbout")}</p>
    </div>
  );
}
