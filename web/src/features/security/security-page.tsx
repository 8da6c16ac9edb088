import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { App, InputNumber } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { outcomeOfFailure } from "@/api/errors";
import { ConflictNotice } from "@/resource/conflict-notice";
import { mergeVersions } from "@/resource/merge-versions";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { useClashes } from "@/resource/use-clashes";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { faultsOf, useFaults } from "@/ui/faults";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { Tabs } from "@/ui/tabs";
import { useUiTexts } from "@/ui/texts";
import { SmsLog } from "./sms-log";
import { securityText, useSecurityTexts } from "./texts";
import "./security.css";

type Policy = Schema<"IdentityPolicyView">;

const path = "upms/security/policy";

const policyQuery = queryOptions({
  queryKey: ["security-policy"],
  queryFn: () => call("GET", path),
  gcTime: 0,
  staleTime: Infinity,
  meta: { base: true },
});

const measures = [
  { key: "minLength", least: 6, most: 20 },
  { key: "maxFailures", least: 3, most: 5 },
  { key: "lockMinutes", least: 15, most: 1440 },
] as const;

type Key = (typeof measures)[number]["key"];

/** How strict the company is with passwords. */
export function SecurityPage() {
  const t = useSecurityTexts();
  const { data, error, refetch } = useQuery(policyQuery);
  const [search, setSearch] = useSearchParams();
  const active = search.get("tab") === "messages" ? "messages" : "passwords";
  return (
    <Page title={t("title")}>
      <Tabs
        label={t("title")}
        active={active}
        onChange={(tab) =>
          tab !== active && setSearch({ tab }, { replace: true })
        }
        tabs={(["passwords", "messages"] as const).map((key) => ({
          key,
          title: t(key),
        }))}
      >
        {active === "messages" ? (
          <SmsLog />
        ) : data ? (
          <PolicyForm key={data.version} policy={data} />
        ) : (
          error && <Failure of={error} onRetry={() => void refetch()} />
        )}
      </Tabs>
    </Page>
  );
}

function PolicyForm({ policy: begunOn }: { policy: Policy }) {
  const t = useSecurityTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("system.security.modify");
  // What the typed values are based on: after a save that came too late, what somebody else has stored.
  const [policy, setPolicy] = useState(begunOn);
  const stored = { ...policy };
  const draft = useDraft<Draft>("security-policy");
  const [begun] = useState(() => mergeDraft(draft.restored, stored));
  const [values, setValues] = useState(
    begun.values as Record<Key, number | null>,
  );
  const clashes = useClashes(begun.clashes, begun.isBehind);
  const [faults, setFaults, forgetFault] = useFaults();

  const dirty = measures.some(({ key }) => values[key] !== policy[key]);
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
    draft.keep(
      draftFrom(
        measures.map(({ key }) => key),
        stored,
        values,
      ),
    );
  });
  useDirtyGuard(
    useCallback(() => latest.current, []),
    "tab",
  );

  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: () =>
      call("POST", path, {
        // An emptied field is out of every range: the server says so at the field.
        body: {
          minLength: values.minLength ?? 0,
          maxFailures: values.maxFailures ?? 0,
          lockMinutes: values.lockMinutes ?? 0,
          version: policy.version,
        },
      }),
    onSuccess: (saved) => {
      latest.current = false;
      draft.keep(null);
      client.setQueryData(policyQuery.queryKey, saved);
      void message.success(t("saved"));
    },
    onError: (failure) => {
      setFaults(faultsOf(failure) ?? {});
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        const now = outcome.conflict.current as unknown as Policy;
        const { merged, clashes: found } = mergeVersions(
          measures.map(({ key }) => key),
          stored,
          values,
          { ...now },
        );
        setPolicy(now);
        setValues(merged as Record<Key, number | null>);
        clashes.begin(outcome.conflict.changedBy, found);
      }
    },
  });

  function submit() {
    const wrong = Object.fromEntries(
      measures
        .filter(({ key, least, most }) => {
          const value = values[key];
          return !Number.isInteger(value) || value! < least || value! > most;
        })
        .map(({ key, least, most }) => [
          key,
          securityText("range", { least, most }),
        ]),
    );
    setFaults(wrong);
    const first = measures.find(({ key }) => wrong[key]);
    if (first) {
      document.getElementById(first.key)?.focus();
    } else if (clashes.mayGo()) {
      save.mutate();
    }
  }

  useSaveKey(() => mayChange && submit(), save.isPending);

  return (
    <form
      className="security"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="soft">{t("lead")}</p>
      {draft.restored && (
        <DraftNote
          clashes={clashes.all.length > 0}
          onDrop={() => {
            draft.drop();
            clashes.forget();
            setValues(policy);
            setFaults({});
          }}
        />
      )}
      <ConflictNotice
        clashes={clashes}
        label={(key) => t(key as Key)}
        read={(_key, value) => `${(value as number | null) ?? ""}`}
        onDecide={({ field, ...of }, side) => {
          setValues({ ...values, [field]: of[side] as number | null });
          clashes.decide(field, side);
        }}
      />
      {measures.map(({ key }) => (
        <div key={key} className="security-measure">
          <label htmlFor={key}>{t(key)}</label>
          <InputNumber
            id={key}
            value={values[key]}
            precision={0}
            disabled={!mayChange}
            aria-describedby={`${key}-words`}
            {...(faults[key] && { status: "error", "aria-invalid": true })}
            onChange={(value) => {
              setValues({ ...values, [key]: value });
              clashes.typed(key, value);
              forgetFault(key);
            }}
          />
          <p
            id={`${key}-words`}
            className={faults[key] ? "security-fault" : "soft"}
          >
            {faults[key] ?? t(`${key}Hint`)}
          </p>
        </div>
      ))}
      <PermissionButton
        permission="system.security.modify"
        type="primary"
        htmlType="submit"
        disabled={!dirty || clashes.undecided.length > 0}
        loading={save.isPending}
      >
        {ui("save")}
      </PermissionButton>
    </form>
  );
}
