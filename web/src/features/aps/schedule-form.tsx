import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Select, Switch, type FormRule } from "antd";
import { useEffect, useState } from "react";
import { outcomeOf, type FieldError } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { dueOf, formatDue, formatInstant, instantOf } from "@/i18n/format";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { useDraft } from "@/resource/use-draft";
import { useSaveKey } from "@/resource/use-save-key";
import { useZone } from "@/session/session";
import { showFaults } from "@/ui/faults";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { scheduleCall } from "./schedule";
import {
  entriesOf,
  overdue,
  plannedFor,
  rowsOf,
  ScheduleMoulds,
  type BaseMould,
  type MouldEntries,
  type MouldRow,
} from "./schedule-moulds";
import { layerQuery, ownValues, type SettingValues } from "./setting";
import { SettingList } from "./setting-list";
import { useApsTexts } from "./texts";
import "./settings.css";

interface Config {
  id?: string;
  version?: number;
  name: string;
  startTime: string;
  deliveryTime?: string | null;
  mouldIds: string[] | null;
  moulds?: MouldRow[] | null;
  defaultFlag?: boolean;
  simulation?: boolean;
  settings: Record<string, number> | null;
  defaults: Record<string, number>;
  mockDefaults: Record<string, number>;
}

const stamp = "2026-03-02 08:00";

interface Base {
  moulds: BaseMould[];
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
  /** The schedule that a new one copies: a simulation, or else a plan again from now. */
  from?: string | undefined;
  again?: boolean | undefined;
  /** Told whether there is something to lose. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onSaved: (name: string, warnings: string[]) => void;
}

/** A schedule's form: new without an id. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { id, from, again, onDirty, onClose, onSaved } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const config = useQuery({
    queryKey: ["schedule-config", id, from, again],
    queryFn: async () => {
      const found = await scheduleCall<Config>("configQuery", {
        id: id ?? from ?? "",
        ...(again && { copy: true }),
      });
      return from && !again ? simulationOf(found) : found;
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
      wide
    >
      {config.data && (
        <Fields
          // Loaded again, it begins anew.
          key={config.dataUpdatedAt}
          form={again ? `again ${from}` : (id ?? from ?? "new")}
          config={config.data}
          onDirty={onDirty}
          onReload={() => void config.refetch()}
          onSaved={onSaved}
        />
      )}
    </SidePanel>
  );
}

/** What the server refuses of the moulds, by their ids. */
function mouldFaults(errors: FieldError[], rows: MouldRow[]) {
  return Object.fromEntries(
    errors.flatMap(({ field, message }) => {
      const at = /^moulds\.(\d+)\./.exec(field)?.[1];
      const row = at === undefined ? undefined : rows[Number(at)];
      return row ? [[row.mouldId, message]] : [];
    }),
  );
}

/** What holds without a delivery of the schedule: the latest one of its moulds. */
function latestOf(held: BaseMould[], rows: MouldRow[], zone: string) {
  const all = held
    .map((mould) =>
      plannedFor(
        mould,
        rows.find(({ mouldId }) => mouldId === mould.id),
        null,
        false,
      ),
    )
    .filter((due) => due !== null)
    .sort((a, b) => Date.parse(b) - Date.parse(a));
  return formatDue(all[0] ?? null, zone) || "–";
}

interface FieldsProps extends Pick<ScheduleFormProps, "onDirty" | "onSaved"> {
  /** The name of its draft. */
  form: string;
  config: Config;
  onReload: () => void;
}

function Fields(props: FieldsProps) {
  const { config, onDirty, onReload, onSaved } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const [form] = Form.useForm<Values>();
  const [stored] = useState(() => storedOf(config, zone));
  const draft = useDraft<Draft>(`schedule.${props.form}`);
  const [begun] = useState(() => mergeDraft(draft.restored, stored));
  const base = useQuery({
    queryKey: ["schedule-base"],
    queryFn: () => scheduleCall<Base>("getApsBaseData", {}),
  });

  const table = useQuery(layerQuery("default"));
  const [entries, setEntries] = useState(begun.values.moulds as MouldEntries);
  // Hundreds of fields: they are there when somebody looks at them.
  const [showsMoulds, setShowsMoulds] = useState(
    Object.keys(entries).length > 0,
  );
  const chosen = Form.useWatch("mouldIds", form) ?? config.mouldIds ?? [];
  const held = (base.data?.moulds ?? []).filter(
    ({ id }) => chosen.length === 0 || chosen.includes(id),
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
  const [errors, setErrors] = useState<FieldError[]>([]);
  const simulation = Form.useWatch("simulation", form) ?? config.simulation;
  const defaults = simulation ? config.mockDefaults : config.defaults;
  const [stale, setStale] = useState(false);
  const [wasRestored] = useState(draft.restored !== null);
  useEffect(() => onDirty(wasRestored), [onDirty, wasRestored]);
  function typed(
    values: Values,
    settings: SettingValues,
    moulds: MouldEntries,
  ) {
    const now = { ...values, settings, moulds };
    draft.keep(draftFrom(Object.keys(stored), stored, now));
    onDirty(true);
  }

  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: (values: Values) =>
      scheduleCall<{ warnings: { message: string }[] }>("configSave", {
        id: config.id ?? "",
        version: config.version ?? 0,
        name: values.name,
        startTime: instantOf(values.startTime.trim(), zone),
        deliveryTime: dueOf(values.deliveryTime.trim(), zone),
        mouldIds: values.mouldIds ?? [],
        moulds: rows,
        defaultFlag: values.defaultFlag || config.defaultFlag || false,
        simulation: values.simulation ?? false,
        settings: ownValues("default", overrides),
      }),
    onSuccess: ({ warnings }, values) => {
      draft.keep(null);
      onSaved(
        values.name,
        warnings.map(({ message }) => message),
      );
    },
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
      onValuesChange={(_changed, all: Values) => typed(all, overrides, entries)}
      disabled={save.isPending}
      initialValues={begun.values}
    >
      {draft.restored && (
        <DraftNote
          clashes={begun.clashes.length > 0}
          onDrop={() => {
            draft.drop();
            form.setFieldsValue(stored);
            setOverrides(stored.settings);
            setEntries(stored.moulds);
            onDirty(false);
          }}
        />
      )}
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
        extra={t("latestDelivery", { at: latestOf(held, rows, zone) })}
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
      <details
        className="schedule-settings"
        open={showsMoulds}
        onToggle={(event) => setShowsMoulds(event.currentTarget.open)}
      >
        <summary>{t("mouldDeliveries", { count: held.length })}</summary>
        <p>{t(held.length > 1 ? "mouldDeliveriesAbout" : "oneDelivery")}</p>
        {showsMoulds && (
          <ScheduleMoulds
            held={held}
            entries={entries}
            faults={mouldFaults(errors, rows)}
            onChange={(mouldId, entry) => {
              const next = { ...entries, [mouldId]: entry };
              setEntries(next);
              typed(form.getFieldsValue(), overrides, next);
            }}
          />
        )}
      </details>
      {late.length > 0 && (
        <p className="schedule-warning" role="note">
          {t("overdueMoulds", {
            count: late.length,
            names: late
              .slice(0, 10)
              .map(({ mouldNo }) => mouldNo)
              .join(", "),
          })}
        </p>
      )}
      {delivery && held.length > 1 && !rows.some(({ pullIn }) => pullIn) && (
        <p className="schedule-warning" role="note">
          {t("noPullIn")}
        </p>
      )}
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
        {table.data && (
          <SettingList
            settings={table.data.settings}
            values={overrides}
            inherited={defaults}
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
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {ui("save")}
      </Button>
    </Form>
  );
}

/** What the form begins with, without a draft. */
function storedOf(config: Config, zone: string) {
  return {
    name: config.name,
    startTime: formatInstant(config.startTime, zone),
    deliveryTime: formatDue(config.deliveryTime, zone),
    mouldIds: config.mouldIds ?? [],
    defaultFlag: config.defaultFlag ?? false,
    simulation: config.simulation ?? false,
    moulds: entriesOf(config.moulds ?? null, zone),
    settings: (config.settings ?? {}) as SettingValues,
  };
}
