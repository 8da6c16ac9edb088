import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

export type Ways = Schema<"SsoWaysReply">;

/** How people can sign in here. */
export const waysIn = () => call("GET", "sso/ways");

/** Whether a company may register here. Without an answer, none is offered a way that may be closed. */
export const mayRegister = () =>
  call("GET", "upms/registration").then(
    ({ open }) => open,
    () => false,
  );
