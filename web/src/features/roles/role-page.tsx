import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useCallback, useState } from "react";
import { useMatches, useNavigate, useSearchParams } from "react-router";
import { useLanguage } from "@/i18n/language";
import { OperationButton } from "@/resource/operation-button";
import { metaQuery } from "@/resource/resource-queries";
import { useDelete } from "@/resource/use-delete";
import { Failure } from "@/ui/failure";
import { coming } from "@/ui/loading";
import { Page } from "@/ui/page";
import { Tabs } from "@/ui/tabs";
import { useUiTexts } from "@/ui/texts";
import { CompareRoles } from "./compare-roles";
import { CopyRole } from "./copy-role";
import { RoleBindings } from "./role-bindings";
import { RoleDetail } from "./role-detail";
import { RoleList } from "./role-list";
import { RoleMenu } from "./role-menu";
import { rolesQuery, systemDefined, type Role } from "./role-queries";
import { RoleUsers } from "./role-users";
import { useRoleTexts } from "./texts";
import "./roles.css";

const tabs = [
  "role-detail",
  "role-menu",
  "role-app-menu",
  "role-user",
] as const;
type Tab = (typeof tabs)[number];

/** All that a company says of its roles: what they are, what they permit, who has them (ROLE-01). */
export function RolePage() {
  return (
    <Suspense fallback={coming}>
      <Roles />
    </Suspense>
  );
}

function Roles() {
  const t = useRoleTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const handle = useMatches().at(-1)?.handle as { tab?: Tab } | undefined;
  const tab = handle?.tab ?? "role-detail";
  const { data, error, refetch } = useQuery(rolesQuery);
  const roles = data?.rows ?? [];
  const wanted = search.get("id");
  const isNew = wanted === "new";
  const role = roles.find(({ id }) => id === wanted) ?? null;
  const chosen = role ?? (wanted ? null : (roles[0] ?? null));

  const go = useCallback(
    (to: Tab, id: string | null) =>
      void navigate(
        `/settings/${to}${id ? `?id=${encodeURIComponent(id)}` : ""}`,
      ),
    [navigate],
  );

  if (error && !data) {
    return (
      <Page title={t("title")}>
        <Failure of={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const active = isNew ? "role-detail" : tab;
  return (
    <Page
      title={t("title")}
      tools={
        <Tools
          roles={roles}
          role={chosen}
          onOpen={(id) => go(id === "new" ? "role-detail" : tab, id)}
        />
      }
    >
      <div className="roles">
        <RoleList
          roles={roles}
          chosen={chosen?.id ?? null}
          onChoose={(id) => go(tab, id)}
        />
        <div className="roles-main">
          {isNew || chosen ? (
            <Tabs<Tab>
              label={t("title")}
              active={active}
              onChange={(to) => to !== active && go(to, chosen?.id ?? null)}
              tabs={(isNew ? (["role-detail"] as const) : tabs).map((key) => ({
                key,
                title: t(key),
              }))}
            >
              <RoleTab tab={active} role={isNew ? null : chosen} onOpen={go} />
            </Tabs>
          ) : (
            data && <p className="soft">{wanted ? t("gone") : t("choose")}</p>
          )}
        </div>
      </div>
    </Page>
  );
}

interface RoleTabProps {
  tab: Tab;
  /** Null: a new one. */
  role: Role | null;
  onOpen: (tab: Tab, id: string | null) => void;
}

function RoleTab({ tab, role, onOpen }: RoleTabProps) {
  if (!role || tab === "role-detail") {
    return (
      <RoleDetail
        id={role?.id ?? "new"}
        onSaved={(id) => onOpen("role-detail", id)}
      />
    );
  }
  switch (tab) {
    case "role-menu":
      return <RoleMenu key={role.id} id={role.id} />;
    case "role-app-menu":
      return <RoleBindings key={role.id} id={role.id} />;
    case "role-user":
      return <RoleUsers key={role.id} role={role} />;
  }
}

interface ToolsProps {
  roles: Role[];
  role: Role | null;
  onOpen: (id: string | null) => void;
}

function Tools({ roles, role, onOpen }: ToolsProps) {
  const t = useRoleTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const navigate = useNavigate();
  const { data: meta } = useSuspenseQuery(metaQuery("role"));
  const [open, setOpen] = useState<"copy" | "compare" | null>(null);
  const remove = useDelete(meta, () => onOpen(null));
  return (
    <>
      <span className="push" />
      <Button onClick={() => void navigate("/settings/role-group")}>
        {t("groups")}
      </Button>
      {role && roles.length > 1 && (
        <Button onClick={() => setOpen("compare")}>{t("compare")}</Button>
      )}
      {role && (
        <OperationButton
          {...{ meta, operation: "add" }}
          onClick={() => setOpen("copy")}
        >
          {t("copy")}
        </OperationButton>
      )}
      {role && role.type !== systemDefined && (
        <OperationButton
          {...{ meta, operation: "delete" }}
          danger
          onClick={() => void remove([role])}
        >
          {ui("delete")}
        </OperationButton>
      )}
      <OperationButton
        {...{ meta, operation: "add" }}
        type="primary"
        onClick={() => onOpen("new")}
      >
        {t("new")}
      </OperationButton>
      {open === "copy" && role && (
        <CopyRole
          role={role}
          name={say({ zh: role.nameZh, en: role.nameEn || role.nameZh })}
          onClose={() => setOpen(null)}
          onMade={(id) => {
            setOpen(null);
            onOpen(id);
          }}
        />
      )}
      {open === "compare" && role && (
        <CompareRoles role={role} roles={roles} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
