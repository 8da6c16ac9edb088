import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Select, Switch, type FormRule } from "antd";
import { useEffect, useState } from "react";
import { outcomeOf, type FieldError } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { dueOf, formatDue, formatInstant, instantOf } from "@/i18n/format";
import { useSaveKey } from "@/resource/use-save-key";
import { useZone } from "@/session/session";
import { showFaults } from "@/ui/faults";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { scheduleCall } from "./schedule";
import {
  layerQuery,
  messageFor,
  ownValues,
  type SettingValues,
} from "./setting";
import { SettingField } from "./setting-field";
import { useApsTexts } from "./texts";
import "./settings.css";

interface Config {
  id?: string;
  version?: number;
  name: string;
  startTime: string;
  deliveryTime?: string | null;
  mouldIds: string[] | null;
  defaultFlag?: boolean;
  simulation?: boolean;
  settings: Record<string, number> | null;
  defaults: Record<string, number>;
  mockDefaults: Record<string, number>;
}

const stamp = "2026-03-02 08:00";

interface Base {
  moulds: { id: string; mouldNo: string; name: string }[];
}

interface Values {
  name: string;
  startTime: string;
  deliveryTime: string;
  mouldIds: string[];
  defaultFlag: boolean;
  simulation: boolean;
}

interface ScheduleFormProps {
  id: string | null;
  /** The schedule that a new simulation copies. */
  from?: string | undefined;
  /** Told whether there is something to lose. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onSaved: (name: string) => void;
}

/** A schedule's form: new without an id. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { id, from, onDirty, onClose, onSaved } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const config = useQuery({
    queryKey: ["schedule-config", id, from],
    queryFn: async () => {
      const found = await scheduleCall<Config>("configQuery", {
        id: id ?? from ?? "",
      });
      return from ? simulationOf(found) : found;
    },
    gcTime: 0,
    staleTime: Infinity,
    meta: { base: true },
  });
  function simulationOf({ id: _id, version: _version, ...copied }: Config) {
    const name = t("simulationOf", { name: copied.name }).slice(0, 50);
    return { ...copied, name, defaultFlag: false, simulation: true };
  }
  return (
    <SidePanel
      title={id ? (config.data?.name ?? "") : t("new")}
      closeLabel={ui("close")}
      onClose={onClose}
    >
      {config.data && (
        <Fields
          // Loaded again, it begins anew.
          key={config.dataUpdatedAt}
          config={config.data}
          onDirty={onDirty}
          onReload={() => void config.refetch()}
          onSaved={onSaved}
        />
      )}
    </SidePanel>
  );
}

interface FieldsProps extends Pick<ScheduleFormProps, "onDirty" | "onSaved"> {
  config: Config;
  onReload: () => void;
}

function Fields({ config, onDirty, onReload, onSaved }: FieldsProps) {
  const t = useApsTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const [form] = Form.useForm<Values>();
  const base = useQuery({
    queryKey: ["schedule-base"],
    queryFn: () => scheduleCall<Base>("getApsBaseData", {}),
  });

  const table = useQuery(layerQuery("default"));
  const [overrides, setOverrides] = useState<SettingValues>(
    config.settings ?? {},
  );
  const [errors, setErrors] = useState<FieldError[]>([]);
  const simulation = Form.useWatch("simulation", form) ?? config.simulation;
  const defaults = simulation ? config.mockDefaults : config.defaults;
  const [stale, setStale] = useState(false);
  useEffect(() => onDirty(false), [onDirty]);

  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: (values: Values) =>
      scheduleCall("configSave", {
        id: config.id ?? "",
        version: config.version ?? 0,
        name: values.name,
        startTime: instantOf(values.startTime.trim(), zone),
        deliveryTime: dueOf(values.deliveryTime.trim(), zone),
        mouldIds: values.mouldIds ?? [],
        defaultFlag: values.defaultFlag || config.defaultFlag || false,
        simulation: values.simulation ?? false,
        settings: ownValues("default", overrides),
      }),
    onSuccess: (_saved, values) => onSaved(values.name),
    onError: (failure) => {
      if (!(failure instanceof ApiFailure)) {
        return;
      }
      const outcome = outcomeOf(failure.reply, {
        onLoginPage: false,
        smsVerified: false,
      });
      if (outcome.kind === "fields") {
        setErrors(outcome.errors);
        showFaults(form, failure);
      }
      setStale(outcome.kind === "conflict");
    },
  });

  const { mutate } = save;
  async function submit() {
    const isReadable = await form.validateFields().catch(() => null);
    if (isReadable) {
      mutate(form.getFieldsValue());
    }
  }
  useSaveKey(() => void submit(), save.isPending);
  /** A time that cannot be read must not be saved as none. */
  const readableBy = (read: typeof instantOf): FormRule => ({
    validator: (_rule, text: string | undefined) =>
      !text?.trim() || read(text.trim(), zone)
        ? Promise.resolve()
        : Promise.reject(new Error(t("timeFormat", { stamp }))),
  });

  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={() => void submit()}
      onValuesChange={() => onDirty(true)}
      disabled={save.isPending}
      initialValues={{
        name: config.name,
        startTime: formatInstant(config.startTime, zone),
        deliveryTime: formatDue(config.deliveryTime, zone),
        mouldIds: config.mouldIds ?? [],
        defaultFlag: config.defaultFlag ?? false,
        simulation: config.simulation ?? false,
      }}
    >
      {stale && (
        <div className="settings-stale" role="alert">
          {t("scheduleStale")}
          <Button size="small" onClick={onReload}>
            {t("reload")}
          </Button>
        </div>
      )}
      <Form.Item name="name" label={t("name")} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="startTime"
        label={`${t("start")} (${zone})`}
        extra={stamp}
        rules={[readableBy(instantOf)]}
        validateTrigger="onBlur"
        required
      >
        <Input />
      </Form.Item>
      <Form.Item
        name="deliveryTime"
        label={`${t("delivery")} (${zone})`}
        rules={[readableBy(dueOf)]}
        validateTrigger="onBlur"
      >
        <Input placeholder={stamp} />
      </Form.Item>
      <Form.Item name="mouldIds" label={t("moulds")} extra={t("mouldsHint")}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t("allMoulds")}
          options={(base.data?.moulds ?? []).map((mould) => ({
            value: mould.id,
            label: `${mould.mouldNo} ${mould.name}`,
          }))}
        />
      </Form.Item>
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
        <Switch disabled={(config.defaultFlag || simulation) ?? false} />
      </Form.Item>
      <details
        className="schedule-settings"
        open={Object.keys(config.settings ?? {}).length > 0 || undefined}
      >
        <summary>{t("ownSettings")}</summary>
        <p>{t("ownSettingsAbout")}</p>
        {table.data?.settings.map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={overrides[setting.key] ?? null}
            inherited={defaults[setting.key]}
            error={messageFor(errors, setting.key)}
            disabled={save.isPending}
            onChange={(value) => {
              setOverrides((before) => ({ ...before, [setting.key]: value }));
              onDirty(true);
            }}
          />
        ))}
      </details>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {ui("save")}
      </Button>
    </Form>
  );
}
