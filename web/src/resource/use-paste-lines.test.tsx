import {
  act,
  createEvent,
  fireEvent,
  screen,
  waitFor,
} from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../testing/fake-server";
import { showPage } from "../../testing/show-page";
import type { Field, Values } from "./metadata";
import { RecordValuesProvider } from "./record-values";
import { usePasteLines } from "./use-paste-lines";

const field = (key: string, kind: Field["kind"]): Field => ({
  key,
  kind,
  label: { zh: key, en: key },
  required: false,
  unique: false,
  readOnly: false,
  hideInList: false,
});
const steps: Field = {
  ...field("steps", "lines"),
  fields: [
    field("note", "text"),
    {
      ...field("section", "reference"),
      reference: "section",
      narrows: [{ key: "factoryId", like: "factoryId" }],
    },
  ],
};
const sections = {
  entity: "section",
  path: "bms/section",
  title: "name",
  label: { zh: "", en: "" },
  groups: [],
  fields: [],
  may: [],
};

const now = { lines: [] as Values[], type: () => {} };

function Host() {
  const [lines, setLines] = useState<Values[]>([{ note: "old" }]);
  useEffect(() => {
    now.lines = lines;
    now.type = () => setLines([{ note: "typed meanwhile" }]);
  }, [lines]);
  const { onPaste } = usePasteLines("steps", steps, lines, setLines);
  return <section aria-label="Steps" onPaste={onPaste} />;
}

async function paste(choices: () => Answer) {
  const sent = looseServer({
    "GET meta/section": () => ({ data: sections }),
    "GET bms/section": choices,
  });
  await showPage(
    <RecordValuesProvider value={{ factoryId: "f1" }}>
      <Host />
    </RecordValuesProvider>,
  );
  const target = screen.getByRole("region", { name: "Steps" });
  const event = createEvent.paste(target, {
    clipboardData: { getData: () => "cut\tSaw\nmill\tSaw" },
  });
  fireEvent(target, event);
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("what is typed while a paste looks names up stays", async () => {
  const sent = await paste(() => {
    act(() => now.type());
    return { data: { rows: [{ id: "s1", name: "Saw" }], total: 1 } };
  });
  await waitFor(() => expect(now.lines).toHaveLength(3));
  expect(now.lines).toMatchObject([
    { note: "typed meanwhile" },
    { note: "cut", section: "s1" },
    { note: "mill", section: "s1" },
  ]);
  // Names are looked up among the rows that the form would offer.
  const asked = sent.filter(({ path }) => path === "bms/section");
  expect(asked.map(({ query }) => query.get("f.factoryId"))).toContain("f1");
});

test("a paste whose names cannot be looked up says so and changes nothing", async () => {
  await paste(() => ({ status: 500, code: 500, message: "" }));
  expect(
    await screen.findAllByText(/^Something went wrong on the server/),
  ).not.toHaveLength(0);
  expect(now.lines).toEqual([{ note: "old" }]);
});
