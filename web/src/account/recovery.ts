import { create } from "zustand";
import { call } from "@/api/call";
import { encrypted } from "./passwords";

interface Recovery {
  phone: string;
  /** Of the server, once the code was right. It lives in this page only. */
  ticket: string;
  /** The new password is set, and the last page may say so. */
  isDone: boolean;
}

/** How far the person has come; gone with the page, as a ticket should be. */
export const useRecovery = create<Recovery>(() => ({
  phone: "",
  ticket: "",
  isDone: false,
}));

export async function proveCode(phone: string, phoneCode: string) {
  const { ticket } = await call("POST", "upms/user/recovery/verify", {
    body: { phoneNum: phone, phoneCode },
  });
  useRecovery.setState({ ticket });
}

export async function setNewPassword(password: string, again: string) {
  const { ticket } = useRecovery.getState();
  const secrets = await encrypted({ password, confirmPassword: again });
  await call("POST", "upms/user/recovery/reset", {
    body: { ticket, ...secrets },
  });
  useRecovery.setState({ phone: "", ticket: "", isDone: true });
}
