import type { GatewayToken } from "@/api/gateway";
import { session } from "@/session/session";

/** What the cloud has given the session of the test for calls through a gateway. */
export const gatewayToken = (
  change: Partial<GatewayToken> = {},
): GatewayToken => ({
  serverAppUuid: "gw-a1",
  publicKey: "",
  token: "mwt_short",
  carries: ["aps", "bms/section", "bms/machine", "bms/file"],
  session: session.get().token,
  expires: Date.now() + 600_000,
  ...change,
});
