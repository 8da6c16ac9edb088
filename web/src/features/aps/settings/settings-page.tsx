import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { outcomeOfFailure, type FieldError } from "@/api/errors";
import { useLanguage } from "@/i18n/language";
import { ConflictNotice } from "@/resource/conflict-notice";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { mergeVersions } from "@/resource/merge-versions";
import { useClashes } from "@/resource/use-clashes";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { Tabs } from "@/ui/tabs";
import { useUiTexts } from "@/ui/texts";
import {
  layerQuery,
  layers,
  faultOf,
  ownValues,
  saveLayer,
  settingLabel,
  settingValue,
  type Layer,
  type LayerView,
  numbersIn,
  valuesOf,
  type SettingValues,
} from "./setting";
import { SettingList } from "./setting-list";
import { SettingPresets } from "./setting-presets";
import { useSettingTexts } from "./setting-texts";
import "./settings.css";

/** The scheduling settings: the tenant's, the factory's, and the two that simulations use instead. */
export function SettingsPage() {
  const t = useSettingTexts();
  const ui = useUiTexts();
  const [search, setSearch] = useSearchParams();
  const layer = layers.find((name) => name === search.get("layer")) ?? "global";
  const view = useQuery(layerQuery(layer));
  return (
    <Page title={t("settings")}>
      <Tabs
        label={t("settings")}
        active={layer}
        onChange={(next) =>
          next !== layer && setSearch({ layer: next }, { replace: true })
        }
        tabs={layers.map((key) => ({ key, title: t(key) }))}
      >
        {view.isError && !view.data && (
          <Failure of={view.error} onRetry={() => void view.refetch()} />
        )}
        {view.isPending && <p className="settings-about">{ui("loading")}</p>}
        {view.data && (
          // A newer version starts a new form.
          <LayerForm
            key={`${layer} ${view.data.version}`}
            layer={layer}
            view={view.data}
          />
        )}
      </Tabs>
    </Page>
  );
}

function LayerForm({
  layer,
  view: begunOn,
}: {
  layer: Layer;
  view: LayerView;
}) {
  const t = useSettingTexts();
  const ui = useUiTexts();
  const { language } = useLanguage();
  const { message } = App.useApp();
  const client = useQueryClient();
  const mayChange = useCan("aps.setting.modify");
  // What the typed values are based on: after a save that came too late, what somebody else has stored.
  const [view, setView] = useState(begunOn);
  const draft = useDraft<Draft>(`aps-setting.${layer}`);
  const [begun] = useState(() => mergeDraft(draft.restored, view.values));
  const [values, setValues] = useState(begun.values as SettingValues);
  const clashes = useClashes(begun.clashes, begun.isBehind);
  const [errors, setErrors] = useState<FieldError[]>([]);

  const dirty = view.settings.some(
    ({ key }) => (values[key] ?? null) !== (view.values[key] ?? null),
  );
  const inherited = numbersIn(view.inherited);
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
    draft.keep(
      draftFrom(
        view.settings.map(({ key }) => key),
        view.values,
        values,
      ),
    );
  });
  useDirtyGuard(
    useCallback(() => latest.current, []),
    "layer",
  );

  const { mutate, isPending } = useMutation({
    meta: { showsFields: true },
    mutationFn: () => saveLayer(view, ownValues(layer, values)),
    onMutate: () => setErrors([]),
    onSuccess: (saved) => {
      latest.current = false;
      draft.keep(null);
      client.setQueryData(layerQuery(layer).queryKey, saved);
      void message.success(t("settingsSaved"));
    },
    onError: (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "fields") {
        setErrors(outcome.errors);
      }
      if (outcome?.kind === "conflict") {
        const now = outcome.conflict.current as unknown as LayerView;
        const { merged, clashes: found } = mergeVersions(
          view.settings.map(({ key }) => key),
          view.values,
          values,
          now.values,
        );
        setView(now);
        setValues(merged as SettingValues);
        clashes.begin(outcome.conflict.changedBy, found);
      }
    },
  });

  // After the fields are open again: a disabled one takes no focus.
  const wrong = isPending
    ? undefined
    : view.settings.find(({ key }) => faultOf(errors, key));
  useEffect(() => {
    document
      .querySelector<HTMLElement>(`[data-setting="${wrong?.key}"] input`)
      ?.focus();
  }, [wrong]);

  const submit = () => mayChange && clashes.mayGo() && mutate();
  useSaveKey(submit, isPending);

  return (
    <form
      className="settings"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="settings-about">{t(`${layer}About`)}</p>
      {draft.restored && (
        <DraftNote
          clashes={clashes.all.length > 0}
          onDrop={() => {
            draft.drop();
            clashes.forget();
            setValues(valuesOf(view.values));
            setErrors([]);
          }}
        />
      )}
      <ConflictNotice
        clashes={clashes}
        label={(key) => settingLabel(view.settings, key, language)}
        read={(key, value) => settingValue(view.settings, key, value, language)}
        onDecide={({ field, ...of }, side) => {
          setValues((before) => ({
            ...before,
            [field]: of[side] as number | null,
          }));
          clashes.decide(field, side);
        }}
      />
      {mayChange && (
        <SettingPresets
          presets={view.presets}
          values={values}
          inherited={layer === "global" ? {} : inherited}
          disabled={isPending}
          onChoose={(preset) => {
            setValues((before) => ({ ...before, ...preset.values }));
            Object.entries(preset.values).forEach(([key, value]) =>
              clashes.typed(key, value),
            );
            setErrors((before) =>
              before.filter(
                ({ field }) =>
                  preset.values[field.replace("settings.", "")] === undefined,
              ),
            );
          }}
        />
      )}
      <SettingList
        settings={view.settings}
        values={values}
        inherited={layer === "global" ? undefined : inherited}
        errors={errors}
        disabled={!mayChange || isPending}
        onChange={(key, value) => {
          setValues((before) => ({ ...before, [key]: value }));
          clashes.typed(key, value);
          setErrors((before) =>
            before.filter(({ field }) => field !== `settings.${key}`),
          );
        }}
      />
      <footer className="settings-foot">
        <PermissionButton
          permission="aps.setting.modify"
          type="primary"
          htmlType="submit"
          loading={isPending}
          disabled={clashes.undecided.length > 0}
        >
          {ui("save")}
        </PermissionButton>
        {mayChange && dirty && <span>{t("unsaved")}</span>}
      </footer>
    </form>
  );
}
