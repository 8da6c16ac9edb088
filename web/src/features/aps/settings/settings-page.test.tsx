import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../../testing/fake-server";
import { loseSession } from "../../../../testing/lose-session";
import { PushLine } from "../../../../testing/push-line";
import { showPage } from "../../../../testing/show-page";
import type { LayerView } from "./setting";
import { SettingsPage } from "./settings-page";

const words = (en: string) => ({ zh: en, en });

function view(change: Partial<LayerView>): LayerView {
  return {
    layer: "global",
    version: 1,
    values: { limit: 5 },
    inherited: {},
    presets: [],
    settings: [
      {
        key: "limit",
        label: words("Limit"),
        help: words(""),
        unit: words("min"),
        required: false,
        advanced: false,
        options: [],
        low: 0,
        high: 99,
        whole: true,
        emptyWord: words("none"),
      },
    ],
    ...change,
  };
}

async function show() {
  let version = 1;
  const sent = fakeServer({
    "POST aps/schedule/param/setting/options.do": ({ body }) => ({
      data: view({ version, layer: body.layer as LayerView["layer"] }),
    }),
    "POST aps/schedule/param/setting/save.do": () => ({
      status: 409,
      code: 20009,
      data: {
        current: view({ version: 2, values: { limit: 9 } }),
        changedBy: "Li",
        changedAt: "",
      },
    }),
  });
  const shown = await showPage(<SettingsPage />, {
    may: ["aps.setting.modify"],
  });
  const box = await screen.findByRole("spinbutton", { name: /Limit/ });
  await shown.user.clear(box);
  await shown.user.type(box, "7");
  return { ...shown, box, sent, colleagueSaves: () => (version = 2) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("the four layers stand side by side under their names", async () => {
  await show();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Global settings",
    "Default settings",
    "Simulation global settings",
    "Simulation default settings",
  ]);
});

test("another layer is not opened over what was typed without a question", async () => {
  const { user, box } = await show();
  const other = screen.getAllByRole("tab")[1]!;
  await user.click(other);
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(box).toBeInTheDocument();
  expect(box).toHaveValue("7");
  await user.click(other);
  // The first question may still be leaving.
  await user.click(
    (await screen.findAllByRole("button", { name: "Discard" })).at(-1)!,
  );
  await waitFor(() => expect(other).toHaveAttribute("aria-selected", "true"));
});

test("what is typed survives a line that comes back, and a save says who was faster", async () => {
  const { user, box, sent, colleagueSaves } = await show();
  colleagueSaves();
  PushLine.comeBack();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Li saved this record",
  );
  expect(box).toHaveValue("7");
  expect(sent.at(-1)!.body).toMatchObject({ version: 1, values: { limit: 7 } });
  expect(sent.filter(({ path }) => path.endsWith("options.do"))).toHaveLength(
    1,
  );
  // Saved again without a choice, nothing is sent; then it goes onto the colleague's version.
  const saves = () => sent.filter(({ path }) => path.endsWith("save.do"));
  await user.keyboard("{Control>}s{/Control}");
  expect(saves()).toHaveLength(1);
  await user.click(screen.getByRole("radio", { name: "Theirs: 9 min" }));
  expect(box).toHaveValue("9");
  await user.click(screen.getByRole("radio", { name: "Mine: 7 min" }));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]!.body).toMatchObject({ version: 2, values: { limit: 7 } });
});

// ERR-03: and a colleague's change of the same setting is not overwritten unseen.
test("what was typed outlives the session", async () => {
  await show();
  loseSession();
  fakeServer({
    "POST aps/schedule/param/setting/options.do": () => ({
      data: view({ version: 2, values: { limit: 9 } }),
    }),
  });
  await showPage(<SettingsPage />, { may: ["aps.setting.modify"] });
  expect(await screen.findByRole("spinbutton", { name: /Limit/ })).toHaveValue(
    "7",
  );
  expect(
    screen.getByText(/Somebody has changed the same since/),
  ).toBeInTheDocument();
});

test("advanced settings stand apart, closed until one of them is refused; pairs of groups have a page", async () => {
  const plain = view({}).settings[0]!;
  fakeServer({
    "POST aps/schedule/param/setting/options.do": () => ({
      data: view({
        values: { defaultFlowTime: 1, levelTolerance: 4 },
        settings: [
          { ...plain, key: "defaultFlowTime", label: words("Flow") },
          {
            ...plain,
            key: "levelTolerance",
            label: words("Tolerance"),
            advanced: true,
          },
        ],
      }),
    }),
    "POST aps/schedule/param/setting/save.do": () => ({
      status: 422,
      code: 422,
      data: [
        { field: "settings.levelTolerance", rule: "range", message: "Too far" },
      ],
    }),
  });
  const { user } = await showPage(<SettingsPage />, {
    may: ["aps.setting.modify"],
  });
  const flow = await screen.findByRole("spinbutton", { name: /Flow/ });
  const apart = screen
    .getByRole("spinbutton", { name: /Tolerance/, hidden: true })
    .closest("details");
  expect(flow.closest("details")).toBeNull();
  expect(apart?.open).toBe(false);
  // APS-SET-19: setting 17 is not a number here, but it is not missing either.
  expect(screen.getByRole("link", { name: /flow times/i })).toHaveProperty(
    "href",
    expect.stringContaining("/aps/flow-time"),
  );
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("Too far")).toBeTruthy();
  expect(apart?.open).toBe(true);
});

test("settings that cannot be read say so", async () => {
  fakeServer({
    "POST aps/schedule/param/setting/options.do": () => ({
      status: 500,
      code: 500,
      data: null,
    }),
  });
  await showPage(<SettingsPage />, { may: ["aps.setting.modify"] });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
});

// APS-CAP-08
test("a number keeps digits and one decimal point, a ratio is at most 100 with six decimals", async () => {
  const [limit] = view({}).settings;
  fakeServer({
    "POST aps/schedule/param/setting/options.do": () => ({
      data: view({
        values: { limit: 5, target: 85 },
        settings: [
          { ...limit!, high: 900, whole: false },
          {
            ...limit!,
            ...{ key: "target", label: words("Target"), unit: words("%") },
            ...{ low: 1, high: 100, whole: false },
          },
        ],
      }),
    }),
  });
  const { user } = await showPage(<SettingsPage />, {
    may: ["aps.setting.modify"],
  });
  const box = (name: RegExp) => screen.findByRole("spinbutton", { name });
  const typed = async (name: RegExp, text: string) => {
    await user.clear(await box(name));
    await user.type(await box(name), text);
    await user.tab();
    return (await box(name)).getAttribute("aria-valuenow");
  };
  expect(await typed(/Target/, "1a2.3b4.5 %")).toBe("12.345");
  expect(await typed(/Target/, "33.3333333333")).toBe("33.333333");
  expect(await typed(/Target/, "100.5")).toBe("100");
  expect(await typed(/Limit/, "1h50.5")).toBe("150.5");
});
