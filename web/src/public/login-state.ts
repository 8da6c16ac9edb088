import { create } from "zustand";

export type LoginMode = "password" | "qr";

/** What the way in holds while nobody is in yet. */
interface LoginState {
  phase: "out" | "signing-in" | "in";
  /** What the server puts first: 1 the password, 2 the QR code. */
  scanLogin: 1 | 2;
  mode: LoginMode;
  /** The address in the picture, and the code that asks after it. */
  qrCode: string;
  randomCode: string;
}

export const useLogin = create<LoginState>(() => ({
  phase: "out",
  scanLogin: 1,
  mode: "password",
  qrCode: "",
  randomCode: "",
}));

/** Takes over what the server puts first, unless the person has chosen already. */
export function preferScan(value: number) {
  const scanLogin = value === 2 ? 2 : 1;
  const { phase, mode } = useLogin.getState();
  const isUntouched = phase === "out" && mode === "password";
  useLogin.setState({
    scanLogin,
    ...(isUntouched && scanLogin === 2 && { mode: "qr" as const }),
  });
}
