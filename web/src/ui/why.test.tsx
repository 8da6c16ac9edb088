import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { looseServer, type Answer } from "../../testing/fake-server";
import { Why } from "./why";

const text = (zh: string, en: string) => ({ zh, en });

afterEach(() => vi.unstubAllGlobals());

async function ask(language: "zh" | "en", answer: Answer) {
  await switchLanguage(language);
  const sent = looseServer({ "GET upms/permission/why": () => answer });
  render(<Why permission="pm.mould.delete" />);
  await userEvent.click(screen.getByRole("button"));
  return sent;
}

const missing = {
  reason: "grant",
  module: text("项目管理", "Project management"),
  page: text("模具", "Moulds"),
  operation: text("删除", "delete"),
  roles: [{ name: text("管理员", "Administrator") }],
  people: ["陈静"],
};

// PERM-06: whom to ask, by name.
test.each([
  ["zh", "缺少“模具”的“删除”权限", "管理员", "可以授予的人：陈静。"],
  [
    "en",
    "The permission to delete on Moulds is missing",
    "Administrator",
    "People who can grant it: 陈静.",
  ],
] as const)("a refusal tells why in %s", async (language, ...words) => {
  const sent = await ask(language, { data: missing });
  for (const word of words) {
    expect(await screen.findByText(word, { exact: false })).toBeVisible();
  }
  expect(sent[0]!.query.get("permission")).toBe("pm.mould.delete");
});

// PERM-06: one click asks them.
test.each([
  ["zh", "向其请求此权限", "已发送请求"],
  ["en", "Ask them for it", "Your request has been sent"],
] as const)("one click asks for it in %s", async (language, ask, sent) => {
  await switchLanguage(language);
  let answer: Answer = {
    status: 409,
    code: 20000,
    message: "Enough for today",
  };
  const calls = looseServer({
    "GET upms/permission/why": () => ({ data: missing }),
    "POST upms/permission/ask": () => answer,
  });
  render(<Why permission="pm.mould.delete" />);
  await userEvent.click(screen.getByRole("button"));
  await userEvent.click(await screen.findByRole("button", { name: ask }));
  expect(await screen.findByText("Enough for today")).toBeVisible();
  answer = { data: { ...missing, sent: true } };
  await userEvent.click(screen.getByRole("button", { name: ask }));
  expect(await screen.findByText(sent, { exact: false })).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText("Enough for today")).toBeNull();
  expect(calls.map(({ body }) => body).slice(1)).toEqual([
    { permission: "pm.mould.delete" },
    { permission: "pm.mould.delete" },
  ]);
});

test("who has got the permission meanwhile is told so", async () => {
  await switchLanguage("en");
  looseServer({
    "GET upms/permission/why": () => ({ data: missing }),
    "POST upms/permission/ask": () => ({
      data: { ...missing, reason: "held", sent: false },
    }),
  });
  render(<Why permission="pm.mould.delete" />);
  await userEvent.click(screen.getByRole("button"));
  await userEvent.click(
    await screen.findByRole("button", { name: "Ask them for it" }),
  );
  expect(
    await screen.findByText("You have this permission now. Please try again."),
  ).toBeVisible();
  expect(screen.queryByText("Your request", { exact: false })).toBeNull();
});

test("nobody is asked where nobody can grant it", async () => {
  await ask("en", { data: { ...missing, people: [] } });
  expect(await screen.findByText(/is missing: none/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a module that is closed is nobody's of the company to open", async () => {
  await ask("en", { data: { ...missing, reason: "module", people: [] } });
  expect(
    await screen.findByText(/has not opened the module Project management/),
  ).toBeVisible();
  expect(screen.queryByText(/Roles that have it/)).toBeNull();
});

test("a reason that cannot be read is no blank", async () => {
  await ask("en", { status: 500, code: 500 });
  expect(await screen.findByText(/The reason is not known now/)).toBeVisible();
});
