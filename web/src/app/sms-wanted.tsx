import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { lazy, Suspense } from "react";
import { create } from "zustand";
import { call } from "@/api/call";
import { proofWanted } from "@/api/proof";
import type { ApiFailure } from "@/api/reply";
import { session, useSession } from "@/session/session";
import { useAppTexts } from "./texts";

interface Wanted {
  /** Masked; one of them has to be verified before the last call can go on. Null: none. */
  phones: string[] | null;
  /** The call that waits. */
  again: ((more: Record<string, unknown>) => Promise<unknown>) | null;
}

const nobody: Wanted = { phones: null, again: null };

export const useSmsWanted = create<Wanted>(() => nobody);

const SmsDialog = lazy(async () => {
  const { SmsDialog } = await import("@/verify/sms-dialog");
  return { default: SmsDialog };
});

/** What number a code goes to when a person works elsewhere (see identity: 4 = switching). */
const switching = 4;

/** What is called once the code is known: the call that was refused, or, where the company is not entered yet, its entering. */
export function withCode({ reply, again }: ApiFailure): Wanted["again"] {
  const wanted = proofWanted(reply);
  if (!wanted) {
    return again ?? null;
  }
  const { tenantId, factoryId } = wanted;
  return (code) =>
    call("POST", "switchTenant", { body: { tenantId, factoryId, ...code } });
}

/** The dialog of code 800024: with the right code the call that was refused is made again. */
export function SmsWanted() {
  const t = useAppTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { phones, again } = useSmsWanted();
  const name = useSession((now) => now.userData?.realName ?? "");
  const close = () => useSmsWanted.setState(nobody);
  if (!phones) {
    return null;
  }

  async function repeat(phoneCode: string) {
    await again?.({ phoneCode });
    session.set({ smsVerified: true });
    close();
    message.destroy();
    void message.success(t("verified"));
    await client.invalidateQueries();
  }

  return (
    <Suspense>
      <SmsDialog
        open
        phone={phones[0] ?? ""}
        accountName={name}
        sendType={switching}
        onCode={repeat}
        onCancel={close}
      />
    </Suspense>
  );
}
