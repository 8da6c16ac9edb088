import { Fragment, useState } from "react";
import { Link } from "react-router";
import type { FieldError } from "@/api/errors";
import { useLanguage } from "@/i18n/language";
import { faultOf, type Setting, type SettingValues } from "./setting";
import { SettingField } from "./setting-field";
import { useSettingTexts } from "./setting-texts";

interface SettingListProps {
  settings: Setting[];
  values: SettingValues;
  /** What holds where a value is missing; undefined: none may be. */
  inherited: Record<string, number> | undefined;
  errors: FieldError[];
  disabled: boolean;
  onChange: (key: string, value: number | null) => void;
}

/** The settings in their order; what few tenants touch stands apart, closed unless something in it is wrong. */
export function SettingList(props: SettingListProps) {
  const { settings, errors } = props;
  const t = useSettingTexts();
  const [opened, setOpened] = useState(false);
  const advanced = settings.filter((setting) => setting.advanced);
  const wrong = advanced.some(({ key }) => faultOf(errors, key));
  return (
    <>
      <Fields
        {...props}
        settings={settings.filter((setting) => !setting.advanced)}
      />
      {advanced.length > 0 && (
        <details
          className="settings-advanced"
          open={opened || wrong}
          onToggle={(event) => setOpened(event.currentTarget.open)}
        >
          <summary>{t("advanced", { count: advanced.length })}</summary>
          <p>{t("advancedAbout")}</p>
          <Fields {...props} settings={advanced} />
        </details>
      )}
    </>
  );
}

function Fields(props: SettingListProps) {
  const { settings, values, inherited, errors, disabled, onChange } = props;
  const { say } = useLanguage();
  return settings.map((setting) => {
    const fault = faultOf(errors, setting.key);
    return (
      <Fragment key={setting.key}>
        <SettingField
          setting={setting}
          value={values[setting.key] ?? null}
          inherited={inherited?.[setting.key]}
          error={fault && say(fault)}
          disabled={disabled}
          onChange={(value) => onChange(setting.key, value)}
        />
        {setting.key === "defaultFlowTime" && <FlowTimes />}
      </Fragment>
    );
  });
}

/** Flow times of pairs are lines of a page of their own: they hold for the factory, whatever the layer. */
function FlowTimes() {
  const t = useSettingTexts();
  return (
    <div className="setting" data-setting="resourceGroupFlowTime">
      <div>
        <strong>{t("flowTimes")}</strong>
        <p>{t("flowTimesAbout")}</p>
      </div>
      <div>
        <Link to="/aps/flow-time">{t("openFlowTimes")}</Link>
      </div>
    </div>
  );
}
