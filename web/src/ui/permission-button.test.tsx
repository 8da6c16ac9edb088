import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../testing/fake-server";
import { userAt } from "../../testing/places";
import { PermissionButton } from "./permission-button";

const text = (zh: string, en: string) => ({ zh, en });

const missing = {
  reason: "grant",
  module: text("项目管理", "Project management"),
  page: text("模具", "Moulds"),
  operation: text("新增", "add"),
  roles: [{ name: text("计划员", "Planner") }],
  people: ["陈静"],
};

beforeEach(() => switchLanguage("en"));
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

function show() {
  const sent = looseServer({
    "GET upms/permission/why": () => ({ data: missing }),
    "POST upms/permission/ask": () => ({ data: { ...missing, sent: true } }),
  });
  const onClick = vi.fn();
  render(
    <>
      <PermissionButton permission="pm.mould.add" onClick={onClick}>
        New
      </PermissionButton>
      <p>elsewhere</p>
    </>,
  );
  return { user: userEvent.setup(), sent, onClick };
}

const button = () => screen.getByRole("button", { name: "New" });
const people = "People who can grant it: 陈静.";

test("who has the permission sees the plain button", async () => {
  session.set({ permitted: { "pm.mould.add": true } });
  const { user, sent, onClick } = show();
  expect(button()).not.toHaveAttribute("aria-disabled");
  await user.click(button());
  expect(onClick).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test("a grey button is reached and pressed by the keyboard, and tells why at once", async () => {
  const { user, sent, onClick } = show();
  expect(button()).toHaveAttribute("aria-disabled", "true");
  expect(button()).toBeEnabled();
  expect(button()).toHaveAccessibleDescription(/Press to see why/);
  expect(sent).toEqual([]);
  await user.tab();
  expect(button()).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText(people)).toBeVisible();
  expect(sent.map(({ query }) => query.get("permission"))).toEqual([
    "pm.mould.add",
  ]);
  await user.tab();
  expect(screen.getByRole("button", { name: "Ask them for it" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/Your request has been sent/)).toBeVisible();
  expect(sent.at(-1)!.body).toEqual({ permission: "pm.mould.add" });
  expect(onClick).not.toHaveBeenCalled();
});

test("in Chinese as well", async () => {
  await switchLanguage("zh");
  const { user } = show();
  expect(button()).toHaveAccessibleDescription("没有权限，点击查看原因");
  await user.click(button());
  expect(await screen.findByText("可以授予的人：陈静。")).toBeVisible();
});

test("Escape closes the reason alone, and gives the focus back; so does a press elsewhere, or a second one", async () => {
  const { user } = show();
  const outside = vi.fn<(isHandled: boolean) => void>();
  document.addEventListener("keydown", (event) =>
    outside(event.defaultPrevented),
  );
  await user.click(button());
  await screen.findByText(people);
  await user.keyboard("{Escape}");
  expect(screen.queryByText(people)).toBeNull();
  expect(button()).toHaveFocus();
  expect(outside).toHaveBeenLastCalledWith(true);
  for (const other of [screen.getByText("elsewhere"), button()]) {
    await user.click(button());
    await screen.findByText(people);
    await user.click(other);
    await waitFor(() => expect(screen.queryByText(people)).toBeNull());
  }
});

test.each([
  ["a guest", { ...userAt("t1", "f1"), guest: "customer" as const }],
  ["a personal user", userAt("t1", "")],
])("%s sees no button that is not theirs", (_who, userData) => {
  session.set({ userData });
  show();
  expect(screen.queryByRole("button")).toBeNull();
});
