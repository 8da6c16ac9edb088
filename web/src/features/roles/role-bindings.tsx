import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { PermissionButton } from "@/ui/permission-button";
import { useUiTexts } from "@/ui/texts";
import { bindingsQuery, kinds, type Binding, type Kind } from "./role-queries";
import { useRoleTexts } from "./texts";
import { useRoleGuard } from "./use-role-guard";

const words = {
  "app-menu": ["appMenu", "appMenuLead"],
  section: ["section", "sectionLead"],
  file: ["file", "fileLead"],
  qa: ["qa", "qaLead"],
} as const;

type Bindings = Record<Kind, Binding>;

/** What is bound to a role beside menus: the app's pages, sections, files and quality steps (ROLE-05). */
export function RoleBindings({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(bindingsQuery(id));
  if (data) {
    return <Groups id={id} stored={data} />;
  }
  return error ? (
    <Failure of={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
}

/** One set for all kinds: a tick is its kind and its key. */
const tickOf = (kind: Kind, key: string) => `${kind} ${key}`;

const heldIn = (bindings: Bindings, kind: Kind) =>
  bindings[kind].choices
    .filter(({ held }) => held)
    .map(({ key }) => tickOf(kind, key));

function Groups({ id, stored }: { id: string; stored: Bindings }) {
  const t = useRoleTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("system.role.modify");
  const guard = useRoleGuard(`role-binding.${id}`);
  const held = kinds.flatMap((kind) => heldIn(stored, kind));
  const [ticks, setTicks] = useState<ReadonlySet<string>>(
    () => new Set(guard.restored ?? held),
  );
  const differs = (kind: Kind) =>
    stored[kind].choices.some(
      ({ key, held }) => held !== ticks.has(tickOf(kind, key)),
    );
  const changed = kinds.filter(differs);
  guard.useTicks(changed.length > 0 ? [...ticks] : null);

  const save = useMutation({
    async mutationFn() {
      const now = { ...stored };
      let version = Math.max(...kinds.map((kind) => stored[kind].version));
      for (const kind of changed) {
        const keys = stored[kind].choices
          .map(({ key }) => key)
          .filter((key) => ticks.has(tickOf(kind, key)));
        now[kind] = await call("POST", `upms/role/{id}/${kind}`, {
          query: { id },
          body: { held: keys, version },
        });
        version = now[kind].version;
      }
      return Object.fromEntries(
        kinds.map((kind) => [kind, { ...now[kind], version }]),
      ) as Bindings;
    },
    onSuccess(now) {
      guard.saved();
      client.setQueryData(bindingsQuery(id).queryKey, now);
      message.destroy();
      void message.success(t("saved"));
    },
    // One kind may be stored while the next was refused.
    onError: () =>
      client.invalidateQueries({ queryKey: bindingsQuery(id).queryKey }),
  });
  const submit = () => mayChange && changed.length > 0 && save.mutate();
  useSaveKey(submit, save.isPending);

  return (
    <div className="roles-bindings">
      {kinds.map((kind) => (
        <fieldset key={kind} disabled={!mayChange}>
          <legend>{t(words[kind][0])}</legend>
          <p className="soft">{t(words[kind][1])}</p>
          {stored[kind].choices.length === 0 && (
            <p className="soft">{t("empty")}</p>
          )}
          <div className={`roles-choices roles-choices-${kind}`}>
            {stored[kind].choices.map(({ key, name, of }) => {
              const tick = tickOf(kind, key);
              const called = of.en
                ? t("cell", { page: say(of), operation: say(name) })
                : say(name);
              return (
                <Checkbox
                  key={key}
                  disabled={!mayChange}
                  checked={ticks.has(tick)}
                  onChange={(event) => {
                    const after = new Set(ticks);
                    if (event.target.checked) {
                      after.add(tick);
                    } else {
                      after.delete(tick);
                    }
                    setTicks(after);
                  }}
                >
                  {called}
                </Checkbox>
              );
            })}
          </div>
        </fieldset>
      ))}
      <div className="roles-bar">
        <PermissionButton
          permission="system.role.modify"
          type="primary"
          disabled={changed.length === 0}
          loading={save.isPending}
          onClick={submit}
        >
          {ui("save")}
        </PermissionButton>
        {mayChange && changed.length > 0 && (
          <>
            <Button onClick={() => setTicks(new Set(held))}>
              {t("discard")}
            </Button>
            <span className="soft" role="status">
              {t("unsaved")}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
