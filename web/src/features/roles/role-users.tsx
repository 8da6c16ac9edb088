import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useDebounced } from "@/ui/use-debounced";
import { usersQuery, type Role, type User } from "./role-queries";
import { useRoleTexts } from "./texts";

const nameOf = (user: User) => user.realName || user.userName;

/** Who has a role (ROLE-05: users). */
export function RoleUsers({ role }: { role: Role }) {
  const t = useRoleTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("system.role.modify");
  const { data, error, refetch } = useQuery(usersQuery(role.id));

  const change = useMutation({
    mutationFn: ({ user, add }: { user: User; add: boolean }) =>
      call("POST", "upms/role/{id}/users", {
        query: { id: role.id },
        body: add ? { add: [user.id] } : { remove: [user.id] },
      }),
    onSuccess(now, { user, add }) {
      client.setQueryData(usersQuery(role.id).queryKey, now);
      void client.invalidateQueries({ queryKey: ["role-candidates", role.id] });
      message.destroy();
      void message.success(
        t(add ? "added" : "removed", { name: nameOf(user) }),
      );
    },
  });

  if (!data) {
    return error ? (
      <Failure of={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <div className="roles-users">
      {mayChange ? (
        <Candidates
          id={role.id}
          isPending={change.isPending}
          onAdd={(user) => change.mutate({ user, add: true })}
        />
      ) : (
        <PermissionButton permission="system.role.modify">
          {t("addUser")}
        </PermissionButton>
      )}
      <p className="soft numbers" role="status">
        {data.total > 0 ? t("count", { count: data.total }) : t("noUsers")}
      </p>
      {data.total > 0 && (
        <table className="roles-table" aria-label={t("role-user")}>
          <thead>
            <tr>
              <th scope="col">{t("user")}</th>
              <th scope="col">{t("account")}</th>
              <th scope="col">{t("status")}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {data.rows.map((user) => (
              <tr key={user.id}>
                <th scope="row">{nameOf(user)}</th>
                <td>{user.userName}</td>
                <td>{t(user.status)}</td>
                <td>
                  {mayChange && (
                    <PermissionButton
                      permission="system.role.remove"
                      size="small"
                      disabled={change.isPending}
                      aria-label={`${t("remove")} ${nameOf(user)}`}
                      onClick={() => change.mutate({ user, add: false })}
                    >
                      {t("remove")}
                    </PermissionButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface CandidatesProps {
  id: string;
  isPending: boolean;
  onAdd: (user: User) => void;
}

/** Members who do not have the role yet, found by what is typed. */
function Candidates({ id, isPending, onAdd }: CandidatesProps) {
  const t = useRoleTexts();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data } = useQuery({
    queryKey: ["role-candidates", id, search],
    queryFn: () =>
      call("GET", "upms/role/{id}/candidate", { query: { id, q: search } }),
    enabled: search !== "",
    placeholderData: (before) => before,
  });
  const found = search ? data : undefined;
  return (
    <section className="roles-candidates" aria-label={t("addUser")}>
      <h3>{t("addUser")}</h3>
      <SearchInput value={typed} onChange={setTyped} />
      {found && found.total === 0 && <p className="soft">{t("nobody")}</p>}
      {found && found.total > 0 && (
        <ul>
          {found.rows.map((user) => (
            <li key={user.id}>
              <span>
                {nameOf(user)} <small className="soft">{user.userName}</small>
              </span>
              <Button
                size="small"
                disabled={isPending}
                aria-label={`${t("add")} ${nameOf(user)}`}
                onClick={() => onAdd(user)}
              >
                {t("add")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found && found.total > found.rows.length && (
        <p className="soft numbers">
          {t("more", { count: found.total - found.rows.length })}
        </p>
      )}
    </section>
  );
}
