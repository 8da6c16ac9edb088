import { useMutation } from "@tanstack/react-query";
import { App } from "antd";
import { lazy, useEffect, useState } from "react";
import { useSession } from "@/session/session";
import { exit } from "@/session/sign-out";
import { wordsOf } from "@/ui/failure";
import { FactoryDialog } from "./factory-dialog";
import { DelayDialog, LicenceExpiredDialog } from "./licence-dialogs";
import { openPersonal } from "./open-personal";
import { switchTenant, takeSaid } from "./switch-tenant";
import { sayTenancy } from "./texts";
import { tenancy, useTenancy, type Target, type TenantInfo } from "./tenancy";

// Hardly any company asks for a code.
const SmsDialog = lazy(async () => ({
  default: (await import("@/verify/sms-dialog")).SmsDialog,
}));

/** The dialogs around the place where a person works; at most one is open. */
export function TenancyDialogs() {
  const { message } = App.useApp();
  const { isChoosing, delayed, over, code, info } = useTenancy();
  const user = useSession((now) => now.userData);
  const [refusal, setRefusal] = useState("");

  useEffect(() => {
    const said = takeSaid();
    if (said) {
      void message.success(said);
    }
  }, [message]);

  const move = useMutation({
    mutationFn: (target: Target) => switchTenant(target),
    onSuccess(result) {
      if (result.kind === "refused") {
        void message.error(result.message);
        chooseAgain(result.message);
      }
    },
    onError: (failure) => chooseAgain(wordsOf(failure)),
  });

  const visit = useMutation({
    mutationFn: (tenant: TenantInfo) => openPersonal(tenant),
  });

  /** Who works nowhere has to choose until they do. */
  function chooseAgain(why: string) {
    if (!tenancy.get().info) {
      setRefusal(why); // Over the dialog no toast is seen.
      tenancy.set({ isChoosing: true });
    }
  }

  if (code) {
    return (
      <SmsDialog
        open
        phone={code.phone}
        accountName={user?.realName ?? ""}
        sendType={4}
        onCode={async (typed) => {
          if ("personal" in code) {
            if (await openPersonal(code.personal, typed)) {
              void message.success(sayTenancy("verified"));
            }
            return;
          }
          const result = await switchTenant(code.target, typed);
          if (result.kind === "refused") {
            void message.error(result.message);
          }
          tenancy.set({ code: null });
        }}
        onCancel={() => {
          tenancy.set({ code: null });
          chooseAgain("");
        }}
      />
    );
  }
  if (delayed) {
    const { tenant, target } = delayed;
    return (
      <DelayDialog
        days={-(tenant.expireRemainDays ?? 0)}
        seconds={tenant.loginDelaySeconds}
        onOver={() => move.mutate(target)}
        {...(info && {
          onCancel: () => tenancy.set({ delayed: null }),
        })}
      />
    );
  }
  if (over) {
    return (
      <LicenceExpiredDialog
        tenantName={over.tenantName}
        expireDate={over.expireTime}
        remainDays={over.expireRemainDays}
        maxOverdueDays={over.maxOverdueDays}
        onClose={() => tenancy.set({ over: null })}
      />
    );
  }
  return isChoosing ? (
    <FactoryDialog
      refusal={refusal}
      onSwitch={(target) => move.mutate(target)}
      onPersonal={(tenant) => visit.mutate(tenant)}
    />
  ) : null;
}

/** Forgets where the person worked, with the person. */
export function leaveTenancy() {
  tenancy.clear();
  exit();
}
