import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { App } from "antd";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { outcomeOfFailure } from "@/api/errors";
import { useLanguage } from "@/i18n/language";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Why } from "@/ui/why";
import { useWizardTexts } from "./wizard-texts";

type Layer = Schema<"ApsLayerView">;
type Preset = Schema<"ApsPreset">;

const globalQuery = queryOptions({
  queryKey: ["settings", "global", "wizard"],
  queryFn: () =>
    call("POST", "aps/schedule/param/setting/options.do", {
      body: { layer: "global" },
    }),
  staleTime: 0,
});

/** The policy by which the company plans: one of the presets of the global settings. */
export function SchedulingStep() {
  const t = useWizardTexts();
  const { say } = useLanguage();
  const { message } = App.useApp();
  const client = useQueryClient();
  const mayChange = useCan("aps.setting.modify");
  const { data, error, refetch } = useQuery(globalQuery);
  const take = useMutation({
    mutationFn: (preset: Preset) => savePreset(data!, preset),
    onSuccess: (_, preset) => {
      message.destroy();
      void message.success(t("policyTaken", { name: say(preset.label) }));
    },
    onError: (failure) => {
      if (outcomeOfFailure(failure)?.kind !== "conflict") {
        return;
      }
      message.destroy();
      void message.warning(t("policyChanged"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["settings"] }),
  });
  if (!data) {
    return error ? (
      <Failure of={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <>
      <div className="wizard-policies" role="group" aria-label={t("policies")}>
        {data.presets.map((preset) => (
          <button
            key={preset.key}
            type="button"
            disabled={!mayChange || take.isPending}
            aria-pressed={holds(data, preset)}
            onClick={() => take.mutate(preset)}
          >
            <strong>{say(preset.label)}</strong>
            <span>{say(preset.help)}</span>
          </button>
        ))}
      </div>
      {!mayChange && (
        <p className="soft">
          {t("mayNotChoose")} <Why permission="aps.setting.modify" />
        </p>
      )}
      <p>
        <Link to="/aps/setting">{t("allSettings")}</Link>
      </p>
    </>
  );
}

const holds = ({ values }: Layer, preset: Preset) =>
  Object.entries(preset.values).every(([key, value]) => values[key] === value);

const savePreset = ({ layer, version, values }: Layer, preset: Preset) =>
  call("POST", "aps/schedule/param/setting/save.do", {
    body: { layer, version, values: { ...values, ...preset.values } },
  });
