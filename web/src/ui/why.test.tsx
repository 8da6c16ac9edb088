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
