import { useMutation } from "@tanstack/react-query";
import { App } from "antd";
import { lazy, useEffect, useState } from "react";
import { call } from "@/api/call";
import { accountLanguage } from "@/i18n/account-language";
import { currentLanguage } from "@/i18n/language";
import { session, useSession } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { FactoryDialog } from "./factory-dialog";
import { DelayDialog } from "./licence-dialogs";
import { switchTenant, takeSaid } from "./switch-tenant";
import { tenancy, useTenancy, type Target, type TenantInfo } from "./tenancy";

// Hardly any company asks for a code.
const SmsDialog = lazy(async () => ({
  default: (await import("@/verify/sms-dialog")).SmsDialog,
}));

/** Id under which the address of a personal user's modules is told. */
const allModules = 70;

interface Personal {
  tenant: TenantInfo;
  /** Null where the browser opens no window: then this page goes there. */
  tab: Window | null;
}

/** The dialogs around the place where a person works; at most one is open. */
export function TenancyDialogs() {
  const { message } = App.useApp();
  const { isChoosing, delayed, code, info } = useTenancy();
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

  const openPersonal = useMutation({
    mutationFn: async ({ tenant, tab }: Personal) => {
      try {
        await call("POST", "upms/user/rememberLastTenant.do", {
          body: { tenantId: tenant.tenantId, factoryId: tenant.factoryId },
        });
        (tab ?? window).location.href = await personalAddress();
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    },
    onSuccess: closeIfAllowed,
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
  return isChoosing ? (
    <FactoryDialog
      refusal={refusal}
      onSwitch={(target) => move.mutate(target)}
      onPersonal={(tenant) => {
        // Before the calls: a window that opens later is blocked by browsers.
        const tab = window.open("", "_blank");
        if (tab) {
          tab.opener = null;
        }
        openPersonal.mutate({ tenant, tab });
      }}
    />
  ) : null;
}

function closeIfAllowed() {
  if (tenancy.get().info) {
    tenancy.set({ isChoosing: false });
  }
}

async function personalAddress() {
  const list = await call<{ moduleId: number; moduleUrl: string }[]>(
    "POST",
    "bms/module/getConfigModuleAll.do",
  );
  const url = list.find(({ moduleId }) => moduleId === allModules)?.moduleUrl;
  const address = new URL(url ?? "/", location.origin);
  const isWeb =
    address.protocol === "https:" || address.origin === location.origin;
  if (!isWeb) {
    throw new Error(`module ${allModules}: ${address.protocol} is no address`);
  }
  address.searchParams.set("lang", accountLanguage(currentLanguage()));
  return address.href;
}

/** Forgets where the person worked, with the person. */
export function leaveTenancy() {
  tenancy.clear();
  session.exit();
}
