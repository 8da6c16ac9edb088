import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import type { Template } from "./first-hour-state";
import { WizardPage } from "./wizard-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const template = (
  kind: Template["kind"],
  key: string,
  more: Partial<Template> = {},
): Template => ({ kind, key, name: `${kind} ${key}`, taken: false, ...more });

/** More of a kind than are taken one by one. */
const templates = [
  template("process", "EDM", { section: "EDM hall" }),
  template("process", "WEDM", { section: "Wire hall" }),
  template("process", "POL"),
  template("process", "SAW", { taken: true }),
  ...["CAV", "COR", "SLD", "INS"].map((key) => template("partType", key)),
];

const all = ["system.process.add", "system.partType.add", "system.section.add"];

async function showProcesses(may: string[]) {
  const sent = fakeServer({
    "GET upms/first-hour": () => ({
      data: { published: false, steps: [], templates },
    }),
    "POST upms/first-hour/process": () => ({
      data: {
        made: [
          template("section", "EDM", { name: "EDM hall", taken: true }),
          template("process", "EDM", { taken: true }),
        ],
      },
    }),
    "POST upms/first-hour/partType": () => ({ data: { made: [] } }),
  });
  const shown = await showPage(<WizardPage />, {
    at: "/settings/wizard?step=processes",
    path: "/settings/wizard",
    may,
  });
  const processes = await screen.findByRole("group", { name: "Process" });
  const taken = () =>
    sent.filter(({ method }) => method === "POST").map((one) => one.body);
  return { ...shown, processes, taken };
}

const button = (group: HTMLElement, name: string | RegExp) =>
  within(group).getByRole("button", { name });

test("a process says which section it brings, before and after it is taken", async () => {
  const { user, processes, taken } = await showProcesses(all);
  expect(
    within(processes).getByText(/takes the section .* EDM hall; Wire hall/),
  ).toBeVisible();
  await user.click(
    button(processes, /process EDM, and make the section “EDM hall” with it/),
  );
  expect(taken()).toEqual([{ template: "EDM" }]);
  expect(
    await screen.findByText(
      "Taken: process EDM. Made with them: section EDM hall",
    ),
  ).toBeVisible();
  const saw = button(processes, "process SAW (taken)");
  expect(saw).toHaveAttribute("aria-disabled", "true");
  await user.click(saw);
  expect(taken()).toHaveLength(1);
});

test("all templates of a kind are taken at once", async () => {
  const { user, processes, taken } = await showProcesses(all);
  expect(button(processes, "Take all process templates")).toHaveTextContent(
    "Take all (3)",
  );
  const partTypes = screen.getByRole("group", { name: "Part type" });
  await user.click(button(partTypes, "Take all part-type templates"));
  await waitFor(() => expect(taken()).toEqual([{ all: true }]));
});

test("who may not add sections takes the processes that need none, and learns why", async () => {
  const { user, processes, taken } = await showProcesses([
    "system.process.add",
  ]);
  expect(within(processes).getByText(/You may not add sections/)).toBeVisible();
  expect(button(processes, "Why?")).toBeVisible();
  await user.click(button(processes, "Take all process templates"));
  await user.click(button(processes, /process EDM, and make/));
  expect(taken()).toEqual([]);
  await user.click(button(processes, "Take the template: process POL"));
  expect(taken()).toEqual([{ template: "POL" }]);
  const partTypes = screen.getByRole("group", { name: "Part type" });
  expect(button(partTypes, "Why?")).toBeVisible();
});
