import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import type { Row } from "@/resource/metadata";
import { useCan, useSession } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import { Password } from "./new-user";
import { useUserTexts } from "./texts";
import "./users.css";

const joined = 1;
const withdrawn = 3;

type Action = "reset" | "invite" | "withdraw" | "disable" | "view";

const permissions: Record<Action, string> = {
  invite: "system.user.modify",
  withdraw: "system.user.modify",
  view: "system.user.viewAs",
  reset: "system.user.reset",
  disable: "system.user.modify",
};

/** What an administrator does about somebody, beside their form. */
export function UserActions({ user }: { user: Row }) {
  const t = useUserTexts();
  const { modal, message } = App.useApp();
  const client = useQueryClient();
  const maySeeRights = useCan("system.role.detail");
  const self = useSession((now) => now.userData?.userName);
  const [password, setPassword] = useState("");

  const name = String(user.realName);
  const act = useMutation({
    /** Gives the new password, where there is one. */
    async mutationFn(action: Action) {
      const query = { id: user.id };
      switch (action) {
        case "reset": {
          const reset = await call("POST", "upms/user/{id}/reset", { query });
          return reset.password ?? "";
        }
        case "disable": {
          const body = { version: user.version, enabled: false };
          await call("PATCH", "upms/user/{id}", { query, body });
          return "";
        }
        case "view":
          await call("POST", "upms/user/{id}/view", { query });
          // Loaded anew: nothing that their own eyes have seen stays on the page.
          location.assign("/home");
          return "";
        default:
          await call("POST", `upms/user/{id}/${action}`, { query });
          return "";
      }
    },
    onSuccess: (newPassword, action) => {
      if (action === "view") {
        return;
      }
      for (const kind of ["list", "uses", "log"]) {
        void client.invalidateQueries({ queryKey: [kind, "user"] });
      }
      if (action === "reset") {
        setPassword(newPassword);
        return;
      }
      void message.success(t(`${action}Done`, { name }));
      void client.invalidateQueries({ queryKey: ["row", "user", user.id] });
    },
  });

  async function ask(action: Action) {
    const agreed = await modal.confirm({
      title: t(`${action}Question`, { name }),
      content: t(`${action}Means`),
      okText: t(action),
      okButtonProps: { danger: action !== "invite" && action !== "view" },
    });
    if (agreed) {
      act.mutate(action);
    }
  }

  const isSelf = user.userName === self;
  const isIn = user.joining === joined;
  const offered: Action[] = [];
  if (!isIn) {
    offered.push("invite");
    if (user.joining !== withdrawn) {
      offered.push("withdraw");
    }
  }
  if (!isSelf && isIn && user.enabled === true) {
    offered.push("view");
  }
  if (!isSelf) {
    offered.push("reset");
  }
  if (!isSelf && user.enabled === true) {
    offered.push("disable");
  }
  return (
    <div className="user-actions">
      {offered.map((action) => (
        <PermissionButton
          key={action}
          permission={permissions[action]}
          size="small"
          loading={act.isPending && act.variables === action}
          disabled={act.isPending}
          onClick={() =>
            action === "invite" ? act.mutate(action) : void ask(action)
          }
        >
          {t(action)}
        </PermissionButton>
      ))}
      {maySeeRights && (
        <Link className="user-rights" to={`/settings/user/${user.id}/rights`}>
          {t("rights")}
        </Link>
      )}
      {password && (
        <section role="status" className="user-password">
          <Password password={password} />
        </section>
      )}
    </div>
  );
}
