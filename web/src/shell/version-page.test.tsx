import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { tenancy } from "@/tenancy/tenancy";
import { looseServer } from "../../testing/fake-server";
import { tenantOf, treeAt } from "../../testing/places";
import { showPage } from "../../testing/show-page";
import { VersionPage } from "./version-page";

const signOn = "https://sso.example/authorize";

beforeEach(() => {
  const tenant = tenantOf("a", ["a1"], { expireTime: "2027-03-31" });
  session.set({ token: "t", modules: treeAt("a", "a1").moduleData });
  tenancy.set({
    servers: tenant.gatewayList,
    info: { ...tenant, factoryId: "a1", factoryName: "Hall 1" },
  });
  const constants: Record<string, string> = {
    SYSTEM_INTEGRATION_MODE: "1",
    CAS_SERVER_LOGIN_URL: signOn,
    WS_CONNECT_IP: "push.example",
  };
  looseServer({
    "POST bms/appVersion/getCurAppVersion.do": () => ({
      data: { versionNo: "0.1.0" },
    }),
    "POST sys/constant/getConstantValue": ({ body }) => ({
      data: { constantValue: constants[String(body.constantName)] },
    }),
    "POST bms/sys/anchor/getCurrentAnchor": () => ({ data: {} }),
    "POST upms/userMenu/getUserMenuList": () => ({ data: [] }),
    "POST bms/sys/news/getPlatformNews.do": () => ({ data: [] }),
    "POST bms/msg/getUserMsgList.do": () => ({
      data: { rows: [], total: 0, unread: 0 },
    }),
    "POST bms/msg/getUserMsgNum.do": () => ({ data: { count: 0 } }),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  exit();
  tenancy.clear();
});

test.each([
  ["zh", "登录方式：由其他系统单点登录", "复制", "授权到期日"],
  [
    "en",
    "Way to sign in: Single sign-on of another system",
    "Copy",
    "Licence ends",
  ],
] as const)(
  "LOGIN-21, SSO-11: the version page tells support where somebody works and how they signed in (%s)",
  async (language, signIn, copy, licence) => {
    const { user } = await showPage(<VersionPage />);
    await act(() => switchLanguage(language));
    // After the user, who brings a clipboard of their own.
    const copied = vi
      .spyOn(navigator.clipboard, "writeText")
      .mockResolvedValue();
    await screen.findByText("Mouldworks 0.1.0");
    await screen.findByText(signOn);
    const told = (name: string) =>
      screen.getByText(name).nextElementSibling?.textContent;
    const [way, other] = signIn.split(/：|: /);
    expect(told(way!)).toBe(other);
    expect(told(licence)).toBe("2027-03-31");
    expect(screen.getByText("Hall 1")).toBeVisible();
    expect(screen.getByText("gw-a1")).toBeVisible();
    expect(screen.getByText("push.example")).toBeVisible();
    await user.click(screen.getByRole("button", { name: copy }));
    const text = copied.mock.lastCall?.[0] ?? "";
    expect(text).toContain(`${signIn}\n`);
    expect(text).toContain("Mouldworks 0.1.0\n");
    expect(text).toContain(signOn);
  },
);
