import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { looseServer, type Answer } from "../../testing/fake-server";
import type { LimitKind } from "./limits";
import { Narrowed } from "./narrowed";

afterEach(() => vi.unstubAllGlobals());

const roles = [
  { id: "1", code: "edm", name: { zh: "放电组", en: "EDM group" } },
];
const limits = [
  { limit: "section", hidden: 1, roles, people: ["陈静", "李伟"] },
  { limit: "people", hidden: 0, roles: [], people: [] },
  { limit: "factory", hidden: 2, roles: [], people: ["陈静"] },
];

async function press(
  kinds: LimitKind[],
  answer: Answer = { data: { limits } },
  asked: Answer = { data: { sent: true } },
) {
  const sent = looseServer({
    "GET upms/permission/limits": () => answer,
    "POST upms/permission/limits/ask": () => asked,
  });
  render(<Narrowed kinds={kinds}>Why?</Narrowed>);
  await userEvent.click(screen.getByRole("button", { name: "Why?" }));
  return sent;
}

test.each([
  [
    "zh",
    /有 1 个工段需要单独授权/,
    "可以显示更多的角色：放电组。",
    "可以调整的人：陈静、李伟。",
  ],
  [
    "en",
    /One section of this factory/,
    "Roles that show more: EDM group.",
    "People who can change it: 陈静, 李伟.",
  ],
] as const)("a limited list tells why in %s", async (language, ...words) => {
  await switchLanguage(language);
  await press(["section"]);
  for (const word of words) {
    expect(await screen.findByText(word)).toBeInTheDocument();
  }
  // Of what is not asked about nothing is said.
  expect(screen.queryByText(/factories|个工厂/)).toBeNull();
});

test("those who can change it are asked by one click, and only where there are some", async () => {
  await switchLanguage("en");
  const sent = await press(["section", "people"]);
  expect(
    await screen.findByText(/records of some departments/),
  ).toBeInTheDocument();
  await userEvent.click(
    await screen.findByRole("button", { name: "Ask them for more" }),
  );
  expect(
    await screen.findByText(/Your request has been sent/),
  ).toBeInTheDocument();
  expect(sent.at(-1)!.body).toEqual({ limit: "section" });
  expect(screen.queryByRole("button", { name: /Ask/ })).toBeNull();
});

test("a limit that is gone by then is told as gone", async () => {
  await switchLanguage("en");
  const answer = { data: { limits } };
  await press(["section"], answer, { data: { sent: false } });
  const ask = await screen.findByRole("button", { name: "Ask them for more" });
  answer.data = { limits: [] };
  await userEvent.click(ask);
  expect(
    await screen.findByText(/Nothing is hidden from you now/),
  ).toBeInTheDocument();
  expect(screen.queryByText(/has been sent/)).toBeNull();
});

test("where nothing is hidden any more, that is said", async () => {
  await switchLanguage("en");
  await press(["factory"], { data: { limits: limits.slice(0, 2) } });
  expect(
    await screen.findByText("You may enter every factory of the company."),
  ).toBeInTheDocument();
});

test("what cannot be found out is no blank", async () => {
  await switchLanguage("en");
  await press(["people"], { status: 500, code: 500 });
  expect(
    await screen.findByText(/The reason is not known now/),
  ).toBeInTheDocument();
});
