import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox } from "antd";
import { useMemo, useState } from "react";
import { call } from "@/api/call";
import { outcomeOfFailure } from "@/api/errors";
import { useLanguage } from "@/i18n/language";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { PermissionTable } from "./permission-table";
import { treeQuery, type PermissionTree } from "./role-queries";
import { useRoleTexts } from "./texts";
import { blocksOf, grantedIn, mergedTicks, narrowed, ticked } from "./ticks";
import { useRoleGuard } from "./use-role-guard";

/** What a role permits, page by page (ROLE-05: menu and non-menu permission). */
export function RoleMenu({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(treeQuery(id));
  if (data) {
    return <Ticks key={id} id={id} begunOn={data} />;
  }
  return error ? (
    <Failure of={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
}

function Ticks({ id, begunOn }: { id: string; begunOn: PermissionTree }) {
  const t = useRoleTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("system.role.modify") && !begunOn.fixed;
  const [tree, setTree] = useState(begunOn);
  const guard = useRoleGuard(`role-permission.${id}`);
  const stored = useMemo(() => grantedIn(tree), [tree]);
  const [ticks, setTicks] = useState<ReadonlySet<string>>(
    () => new Set(guard.restored ?? stored),
  );
  const [search, setSearch] = useState("");
  // What was granted when the filter was set: a row does not vanish under the hand that clears it.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const isDirty =
    ticks.size !== stored.length || stored.some((key) => !ticks.has(key));
  guard.useTicks(isDirty ? [...ticks] : null);

  const save = useMutation({
    mutationFn: () =>
      call("POST", "upms/role/{id}/permission", {
        query: { id },
        body: { grants: [...ticks], version: tree.version },
      }),
    onSuccess(saved) {
      guard.saved();
      client.setQueryData(treeQuery(id).queryKey, saved);
      setTree(saved);
      setTicks(new Set(grantedIn(saved)));
      message.destroy();
      void message.success(t("saved"));
    },
    async onError(failure) {
      if (outcomeOfFailure(failure)?.kind === "conflict") {
        const now = await client.fetchQuery({ ...treeQuery(id), staleTime: 0 });
        setTicks(mergedTicks(stored, ticks, grantedIn(now)));
        setTree(now);
      }
    },
  });
  const submit = () => mayChange && isDirty && save.mutate();
  useSaveKey(submit, save.isPending);

  const blocks = useMemo(() => blocksOf(tree), [tree]);
  const shown = narrowed(blocks, search, only);
  return (
    <div className="roles-menu">
      <p className="soft">{t(tree.fixed ? "everything" : "menuLead")}</p>
      <div className="roles-bar">
        <SearchInput value={search} onChange={setSearch} />
        <Checkbox
          checked={only !== null}
          onChange={(event) => setOnly(event.target.checked ? ticks : null)}
        >
          {t("onlyGranted")}
        </Checkbox>
        <span className="soft numbers" role="status">
          {isDirty ? t("unsaved") : t("granted", { count: ticks.size })}
        </span>
        <span className="push" />
        {!begunOn.fixed && (
          <>
            {mayChange && isDirty && (
              <Button onClick={() => setTicks(new Set(stored))}>
                {t("discard")}
              </Button>
            )}
            <PermissionButton
              permission="system.role.modify"
              type="primary"
              disabled={!isDirty}
              loading={save.isPending}
              onClick={submit}
            >
              {ui("save")}
            </PermissionButton>
          </>
        )}
      </div>
      {shown.length > 0 ? (
        <PermissionTable
          label={`${t("role-menu")} ${say(tree.role.name)}`}
          blocks={shown}
          cell={({ name, operations, text, isWhole = false }) => {
            const held = operations.filter(({ key }) => ticks.has(key)).length;
            return (
              <Checkbox
                aria-label={name}
                checked={held === operations.length}
                indeterminate={isWhole && held > 0 && held < operations.length}
                disabled={
                  !mayChange ||
                  operations.every(({ mine, granted }) => !mine && !granted)
                }
                onChange={(event) =>
                  setTicks(ticked(ticks, operations, event.target.checked))
                }
              >
                {text}
              </Checkbox>
            );
          }}
        />
      ) : (
        <p className="soft">{t("nothingFound")}</p>
      )}
    </div>
  );
}
