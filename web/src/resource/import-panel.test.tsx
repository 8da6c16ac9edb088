import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { showPage } from "../../testing/show-page";
import { ImportPanel } from "./import-panel";
import type { Meta } from "./metadata";

const meta = {
  entity: "calendar",
  path: "bms/calendar",
  label: { zh: "工作日历", en: "Work calendar" },
  permission: "system.calendar",
  may: ["add"],
  groups: [],
  fields: [],
} as unknown as Meta;

const result = (more: object) => ({
  data: { created: 1, changed: 0, same: 0, faults: [], ...more },
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

async function choose(handlers: Parameters<typeof fakeServer>[0]) {
  const sent = fakeServer(handlers);
  const shown = await showPage(<ImportPanel meta={meta} onClose={vi.fn()} />);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await shown.user.upload(input, new File(["name"], "a.csv"));
  return { ...shown, sent };
}

// product.md 14: only the failed rows to download, and nothing cut in silence.
test("what is not shown of the faults is counted, and the failed rows can be had", async () => {
  const faults = Array.from({ length: 620 }, (_, at) => ({
    ...{ row: at + 2, column: "name", value: "", rule: "required" },
    message: "Name cannot be empty",
  }));
  const { user, sent } = await choose({
    "POST bms/calendar/import": () => result({ created: 0, faults }),
  });
  await screen.findByText("120 more faults are in the file to download.");
  await user.click(
    screen.getByRole("button", { name: "Download the failed rows" }),
  );
  await waitFor(() =>
    expect(sent.some(({ path }) => path === "bms/calendar/import/failed")).toBe(
      true,
    ),
  );
});

test("a question of the import is asked and answered", async () => {
  const { user, sent } = await choose({
    "POST bms/calendar/import": ({ body, query }) =>
      body.dryRun === "true" || query.get("confirm") === "replaceDefault"
        ? result({})
        : {
            status: 409,
            code: 20010,
            data: { key: "replaceDefault", text: "Replace it?", items: [] },
          },
  });
  await user.click(await screen.findByRole("button", { name: /^Write/ }));
  await screen.findAllByText("Replace it?");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(sent).toHaveLength(3));
});
