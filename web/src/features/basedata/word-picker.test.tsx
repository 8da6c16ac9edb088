import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import type { Field } from "@/resource/metadata";
import { RecordValuesProvider } from "@/resource/record-values";
import { sayBasedata } from "./texts";
import { WordPicker } from "./word-picker";

const field: Field = {
  key: "word",
  kind: "text",
  label: { zh: "键", en: "Key" },
  required: true,
  unique: true,
  readOnly: false,
  hideInList: false,
};

function Form({ kind }: { kind: number }) {
  const [value, setValue] = useState<unknown>("");
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RecordValuesProvider value={{ module: kind }}>
        <WordPicker
          id="word"
          field={field}
          value={value}
          names={{}}
          disabled={false}
          faults={{}}
          onChange={setValue}
        />
        <output>{String(value)}</output>
      </RecordValuesProvider>
    </QueryClientProvider>
  );
}

test.each([
  ["zh", "给每个变量填"],
  ["zh", "Enter a figure for"],
  ["en", "给每个变量填"],
  ["en", "basedata.tryFigures"],
] as const)(
  "in %s a text of the screens is found by what it says in either language, and by its key: %s",
  async (language, words) => {
    await switchLanguage(language);
    const user = userEvent.setup();
    render(<Form kind={5} />); // that of master data: these very texts
    await user.type(screen.getByRole("combobox"), words);
    await user.click(
      await screen.findByText("basedata.tryFigures", {
        selector: ".ant-select-item-option code",
      }),
    );
    expect(screen.getByRole("status")).toHaveTextContent("basedata.tryFigures");
    expect(
      screen.getByText(sayBasedata("tryFigures"), { selector: "q" }),
    ).toBeVisible();
  },
);

test("a text of another kind is not offered", async () => {
  await switchLanguage("en");
  const user = userEvent.setup();
  render(<Form kind={6} />);
  await user.type(screen.getByRole("combobox"), "Enter a figure for");
  expect(
    await screen.findByText(sayBasedata("noSuchWord")),
  ).toBeInTheDocument();
  expect(screen.queryByText("basedata.tryFigures")).toBeNull();
});
