import { call } from "@/api/call";
import { useQuery } from "@tanstack/react-query";
import {
  Button,
  Form,
  Input,
  Switch,
  type FormInstance,
  type FormRule,
} from "antd";
import { useEffect, useRef, useState } from "react";
import { dueOf, instantOf } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { skippedTime, useSkippedTexts } from "@/i18n/skipped-time";
import { ConflictNotice } from "@/resource/conflict-notice";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { mergeVersions } from "@/resource/merge-versions";
import { TimePicker } from "@/resource/time-picker";
import { useClashes } from "@/resource/use-clashes";
import { useDraft } from "@/resource/use-draft";
import { useSaveKey } from "@/resource/use-save-key";
import { useZone } from "@/session/session";
import { showFirstFault } from "@/ui/first-fault";
import { useUiTexts } from "@/ui/texts";
import { remarked } from "../plan/punctuation";
import { fieldWords, isField, readField } from "./schedule-clash";
import {
  storedOf,
  type ScheduleConfig,
  type ScheduleValues,
} from "./schedule-config";
import { ScheduleMouldFields } from "./schedule-mould-fields";
import {
  latestOf,
  overdue,
  rowsOf,
  wrongOf,
  type MouldEntries,
} from "./schedule-moulds";
import {
  layerQuery,
  numbersIn,
  ownValues,
  type SettingValues,
} from "../settings/setting";
import { SettingList } from "../settings/setting-list";
import { useApsTexts } from "../plan/texts";
import { useScheduleSave } from "./use-schedule-save";
import "../settings/settings.css";

type FormInPage = FormInstance<ScheduleValues> & {
  nativeElement: HTMLElement;
};

const stamp = "2026-03-02 08:00";

export interface ScheduleFieldsProps {
  /** The name of its draft. */
  form: string;
  /** The schedule that is edited or copied; empty for a new one. */
  of: string;
  config: ScheduleConfig;
  /** Told whether there is something to lose. */
  onDirty: (isDirty: boolean) => void;
  onSaved: (name: string, warnings: string[]) => void;
}

/** The fields of a schedule, with a draft beside them. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { config, onDirty, onSaved } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const { language } = useLanguage();
  const zone = useZone();
  const [form] = Form.useForm<ScheduleValues>();
  const inPage = useRef<FormInPage>(null);
  const root = () => inPage.current?.nativeElement;
  // What the typed values are based on: after a save that came too late, what somebody else has stored.
  const [version, setVersion] = useState(config.version ?? 0);
  const [stored, setStored] = useState(() => storedOf(config, zone));
  const draft = useDraft<Draft>(`schedule.${props.form}`);
  const [begun] = useState(() => mergeDraft(draft.restored, stored));
  const clashes = useClashes(begun.clashes, begun.isBehind);
  const base = useQuery({
    queryKey: ["schedule-base", props.of],
    queryFn: () =>
      call("POST", "aps/exe/job/getApsBaseData", { body: { id: props.of } }),
  });

  const table = useQuery(layerQuery("default"));
  const [entries, setEntries] = useState(begun.values.moulds as MouldEntries);
  const chosen = Form.useWatch("mouldIds", form) ?? config.mouldIds ?? [];
  const held = (base.data?.moulds ?? []).filter(
    ({ id, shut }) => !shut && (chosen.length === 0 || chosen.includes(id)),
  );
  const rows = rowsOf(entries, held, zone);
  const typedDelivery = Form.useWatch("deliveryTime", form)?.trim();
  const delivery = typedDelivery ? dueOf(typedDelivery, zone) : null;
  const late = overdue(
    held,
    rows,
    instantOf(Form.useWatch("startTime", form)?.trim() ?? "", zone),
    delivery,
  );
  const [overrides, setOverrides] = useState(
    begun.values.settings as SettingValues,
  );
  const simulation = Form.useWatch("simulation", form) ?? config.simulation;
  const defaults = simulation ? config.mockDefaults : config.defaults;
  const [wasRestored] = useState(draft.restored !== null);
  useEffect(() => onDirty(wasRestored), [onDirty, wasRestored]);
  function typed(
    values: ScheduleValues,
    settings: SettingValues,
    moulds: MouldEntries,
  ) {
    const now = { ...values, settings, moulds };
    clashes.all.forEach(({ field }) =>
      clashes.typed(field, now[field as keyof typeof now]),
    );
    const mine = draftFrom(Object.keys(stored), stored, now);
    draft.keep(mine);
    onDirty(mine !== null); // what was put back is no change
  }

  const { save, errors } = useScheduleSave({
    form,
    root,
    body: (values) => ({
      id: config.id ?? "",
      version,
      name: values.name,
      startTime: instantOf(values.startTime.trim(), zone),
      deliveryTime: dueOf(values.deliveryTime.trim(), zone) ?? undefined,
      mouldIds: values.mouldIds ?? [],
      moulds: rows,
      defaultFlag: values.defaultFlag || stored.defaultFlag,
      simulation: values.simulation ?? false,
      settings: ownValues("default", overrides),
    }),
    onSaved(name, warnings) {
      draft.keep(null);
      onSaved(name, warnings);
    },
    onConflict({ current, changedBy }) {
      const config = current as unknown as ScheduleConfig;
      const theirs = storedOf(config, zone);
      const mine = {
        ...form.getFieldsValue(),
        settings: overrides,
        moulds: entries,
      };
      const { merged, clashes: found } = mergeVersions(
        Object.keys(stored),
        stored,
        mine,
        theirs,
      );
      setVersion(config.version ?? 0);
      setStored(theirs);
      form.setFieldsValue(merged);
      setOverrides(merged.settings as SettingValues);
      setEntries(merged.moulds as MouldEntries);
      draft.keep(draftFrom(Object.keys(theirs), theirs, merged));
      clashes.begin(changedBy, found);
    },
  });

  const { mutate } = save;
  async function submit() {
    const isReadable = await form.validateFields().catch(() => null);
    if (!isReadable || wrongOf(entries, held, zone).length > 0) {
      showFirstFault(root()); // what cannot be read must not be saved as none
    } else if (clashes.mayGo()) {
      mutate(form.getFieldsValue());
    }
  }
  useSaveKey(() => void submit(), save.isPending);
  const skipped = useSkippedTexts();
  /** A time that cannot be read must not be saved as none. */
  const readableBy = (read: typeof instantOf): FormRule => ({
    validator: (_rule, text: string | undefined) => {
      const time = skippedTime(text?.trim() ?? "", zone);
      if (time) {
        return Promise.reject(new Error(skipped("skipped", { time })));
      }
      return !text?.trim() || read(text.trim(), zone)
        ? Promise.resolve()
        : Promise.reject(new Error(t("timeFormat", { stamp })));
    },
  });

  return (
    <Form
      ref={inPage}
      form={form}
      layout="vertical"
      onFinish={() => void submit()}
      onValuesChange={(_changed, all: ScheduleValues) =>
        typed(all, overrides, entries)
      }
      disabled={save.isPending}
      initialValues={begun.values}
    >
      {draft.restored && (
        <DraftNote
          clashes={clashes.all.length > 0}
          onDrop={() => {
            draft.drop();
            clashes.forget();
            form.setFieldsValue(stored);
            setOverrides(stored.settings);
            setEntries(stored.moulds);
            onDirty(false);
          }}
        />
      )}
      <ConflictNotice
        clashes={clashes}
        label={(key) => (isField(key) ? t(fieldWords[key]) : key)}
        read={(key, value) =>
          readField(key, value, {
            moulds: base.data?.moulds ?? [],
            settings: table.data?.settings ?? [],
            language,
            yes: ui("yes"),
            no: ui("no"),
          })
        }
        onDecide={({ field, ...of }, side) => {
          const value = of[side];
          if (field === "settings") {
            setOverrides(value as SettingValues);
          } else if (field === "moulds") {
            setEntries(value as MouldEntries);
          } else {
            form.setFieldsValue({ [field]: value });
          }
          clashes.decide(field, side);
        }}
      />
      <Form.Item name="name" label={t("name")} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="startTime"
        label={remarked(t("start"), zone)}
        rules={[readableBy(instantOf)]}
        required
      >
        <TimePicker isRequired />
      </Form.Item>
      <Form.Item
        name="deliveryTime"
        label={remarked(t("delivery"), zone)}
        rules={[readableBy(dueOf)]}
        extra={t("latestDelivery", { at: latestOf(held, rows, zone) })}
      >
        <TimePicker precision="due" />
      </Form.Item>
      <ScheduleMouldFields
        moulds={base.data?.moulds ?? []}
        held={held}
        entries={entries}
        rows={rows}
        late={late}
        delivery={delivery}
        errors={errors}
        hidden={config.hiddenMoulds}
        onChange={(next) => {
          setEntries(next);
          typed(form.getFieldsValue(), overrides, next);
        }}
      />
      <Form.Item
        name="simulation"
        label={t("simulation")}
        extra={t("simulationAbout")}
        valuePropName="checked"
      >
        <Switch disabled={Boolean(config.id)} />
      </Form.Item>
      <Form.Item
        name="defaultFlag"
        label={t("defaultFlag")}
        valuePropName="checked"
      >
        <Switch disabled={(stored.defaultFlag || simulation) ?? false} />
      </Form.Item>
      <details
        className="schedule-settings"
        open={Object.keys(config.settings ?? {}).length > 0 || undefined}
      >
        <summary>{t("ownSettings")}</summary>
        <p>{t("ownSettingsAbout")}</p>
        {table.data && (
          <SettingList
            settings={table.data.settings}
            values={overrides}
            inherited={numbersIn(defaults)}
            errors={errors}
            disabled={save.isPending}
            onChange={(key, value) => {
              const next = { ...overrides, [key]: value };
              setOverrides(next);
              typed(form.getFieldsValue(), next, entries);
            }}
          />
        )}
      </details>
      <Button
        type="primary"
        htmlType="submit"
        loading={save.isPending}
        disabled={clashes.undecided.length > 0}
      >
        {ui("save")}
      </Button>
    </Form>
  );
}
