import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Input, Select, Switch } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { outcomeOfFailure } from "@/api/errors";
import { useLanguage } from "@/i18n/language";
import { ConflictNotice } from "@/resource/conflict-notice";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { mergeVersions } from "@/resource/merge-versions";
import { useClashes } from "@/resource/use-clashes";
import { useDraft } from "@/resource/use-draft";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan, useSession } from "@/session/session";
import { faultsOf, type Faults } from "@/ui/faults";
import { showFirstFault } from "@/ui/first-fault";
import { useUiTexts } from "@/ui/texts";
import { useAutoTexts } from "./auto-texts";
import { NextTimes } from "./next-times";
import { expressionOf, missingOf, tidied, type Recurrence } from "./recurrence";
import { RecurrenceEditor } from "./recurrence-editor";
import { useRecurrenceWords } from "./use-recurrence-words";

type Stored = Schema<"ApsAutoScheduleForm">;

/** What the form holds, by the fields that two people may change at once. */
interface Values extends Record<string, unknown> {
  name: string;
  scheduleId: string;
  recurrence: Recurrence;
  publish: boolean;
}

const fields = ["name", "scheduleId", "recurrence", "publish"] as const;

const words = {
  name: "name",
  scheduleId: "schedule",
  recurrence: "days",
  publish: "publish",
} as const;

const valuesOf = (of: Partial<Stored> | undefined): Values => ({
  name: of?.name ?? "",
  scheduleId: of?.scheduleId ?? "",
  recurrence: tidied(of?.recurrence ?? { minute: 0 }),
  publish: of?.publish ?? false,
});

interface AutoFormProps {
  /** What is changed; undefined for a new one. */
  of: Stored | undefined;
  schedules: Schema<"ApsAutoChoice">[];
  zone: string;
  onDirty: (isDirty: boolean) => void;
  onSaved: (name: string) => void;
}

/** The form of an auto-schedule, with its next times while they are chosen. */
export function AutoForm(props: AutoFormProps) {
  const { of, schedules, zone, onDirty, onSaved } = props;
  const t = useAutoTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { say } = useLanguage();
  const root = useRef<HTMLFormElement>(null);
  const id = useId();
  const mayPublish = useCan("aps.schedule.release");
  const me = useSession(({ userData }) => userData?.realName ?? "");
  const inWords = useRecurrenceWords();
  // What the typed values are based on: after a save that came too late, what somebody else has stored.
  const [version, setVersion] = useState(of?.version);
  const [stored, setStored] = useState(() => valuesOf(of));
  const draft = useDraft<Draft>(`auto-schedule.${of?.id ?? "new"}`);
  const [begun] = useState(() => mergeDraft(draft.restored, stored));
  const [values, setValues] = useState(begun.values as Values);
  const clashes = useClashes(begun.clashes, begun.isBehind);
  const [tried, setTried] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const missing = missingOf(values.recurrence);

  const shown: Partial<Record<string, string>> = {};
  for (const [field, text] of Object.entries(faults)) {
    shown[field] = text && say(text);
  }
  const needed = {
    ...(values.name.trim() === "" && { name: "needName" as const }),
    ...missing,
  };
  for (const [field, key] of Object.entries(tried ? needed : {})) {
    shown[field] = t(key);
  }

  useEffect(() => {
    const mine = draftFrom([...fields], stored, {
      ...values,
      recurrence: tidied(values.recurrence),
    });
    draft.keep(mine);
    onDirty(mine !== null); // what was put back is no change
  });

  function change(next: Partial<Values>) {
    for (const [field, value] of Object.entries(next)) {
      clashes.typed(field, value);
    }
    setFaults((before) =>
      Object.fromEntries(
        Object.entries(before).filter(
          ([field]) => !(field.split(".")[0]! in next),
        ),
      ),
    );
    setValues({ ...values, ...next });
  }

  const { mutate, isPending } = useMutation({
    meta: { showsFields: true },
    mutationFn: () =>
      call("POST", "aps/automaticScheduling/save", {
        body: {
          ...(of?.id && { id: of.id, version }),
          ...values,
          recurrence: tidied(values.recurrence),
        },
      }),
    onMutate: () => setFaults({}),
    onSuccess: () => {
      draft.keep(null);
      onSaved(values.name.trim());
    },
    onError: (failure) => {
      setFaults(faultsOf(failure) ?? {});
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        const now = outcome.conflict.current as unknown as Stored;
        const theirs = valuesOf(now);
        const { merged, clashes: found } = mergeVersions(
          [...fields],
          stored,
          values,
          theirs,
        );
        setVersion(now.version);
        setStored(theirs);
        setValues(merged as Values);
        clashes.begin(outcome.conflict.changedBy, found);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["auto-schedules"] }),
  });

  // When the fields are open again: a disabled one takes no focus.
  const isWrong = !isPending && Object.values(shown).some(Boolean);
  const looked = useRef(0);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (isWrong && looked.current !== asked) {
      looked.current = asked;
      showFirstFault(root.current);
    }
  });

  function submit() {
    setTried(true);
    setAsked(asked + 1);
    if (Object.keys(needed).length === 0 && clashes.mayGo()) {
      mutate();
    }
  }
  useSaveKey(submit, isPending);

  function read(field: string, value: unknown) {
    switch (field) {
      case "scheduleId":
        return (
          schedules.find(({ id }) => id === value)?.name ?? t("defaultSchedule")
        );
      case "recurrence":
        return inWords(value as Recurrence);
      case "publish":
        return ui(value ? "yes" : "no");
      default:
        return String(value);
    }
  }

  const standard = schedules.find((one) => one.default);
  const nameFault = shown.name;
  const scheduleFault = shown.scheduleId;
  return (
    <form
      ref={root}
      className="auto-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) {
          submit();
        }
      }}
    >
      {draft.restored && (
        <DraftNote
          clashes={clashes.all.length > 0}
          onDrop={() => {
            draft.drop();
            clashes.forget();
            setValues(stored);
          }}
        />
      )}
      <ConflictNotice
        clashes={clashes}
        label={(key) => t(words[key as keyof typeof words])}
        read={read}
        onDecide={({ field, ...sides }, side) => {
          setValues({ ...values, [field]: sides[side] });
          clashes.decide(field, side);
        }}
      />
      <div className="auto-field">
        <label htmlFor={`${id}-name`}>{t("name")}</label>
        <Input
          id={`${id}-name`}
          value={values.name}
          maxLength={50}
          disabled={isPending}
          aria-describedby={`${id}-name-fault`}
          {...(nameFault && {
            status: "error" as const,
            "aria-invalid": true,
          })}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Fault id={`${id}-name-fault`} text={nameFault} />
      </div>
      <div className="auto-field">
        <label htmlFor={`${id}-schedule`}>{t("schedule")}</label>
        <Select
          id={`${id}-schedule`}
          value={values.scheduleId}
          disabled={isPending}
          aria-describedby={`${id}-schedule-fault`}
          {...(scheduleFault && { status: "error" as const })}
          onChange={(scheduleId) => change({ scheduleId })}
          options={[
            {
              value: "",
              label: standard
                ? t("defaultNamed", { name: standard.name })
                : t("defaultSchedule"),
            },
            ...schedules.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <Fault id={`${id}-schedule-fault`} text={scheduleFault} />
      </div>
      <RecurrenceEditor
        value={values.recurrence}
        faults={shown}
        disabled={isPending}
        onChange={(recurrence) => change({ recurrence })}
      />
      <NextTimes expression={expressionOf(values.recurrence)} zone={zone} />
      <div className="auto-field">
        <label className="auto-switch">
          <Switch
            aria-label={t("publish")}
            checked={values.publish}
            disabled={isPending || (!mayPublish && !values.publish)}
            onChange={(publish) => change({ publish })}
          />
          {t("publish")}
        </label>
        <p className="soft">
          {t(mayPublish ? "publishAbout" : "publishBarred")}
        </p>
      </div>
      <p className="soft">{t("ownerAbout", { name: me })}</p>
      <Button
        type="primary"
        htmlType="submit"
        loading={isPending}
        disabled={clashes.undecided.length > 0}
      >
        {ui("save")}
      </Button>
    </form>
  );
}

/** What is wrong with a field; read with the field, not as a part of its name. */
function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <span id={id}>
      {text && (
        <span role="alert" data-meaning="late">
          {text}
        </span>
      )}
    </span>
  );
}
