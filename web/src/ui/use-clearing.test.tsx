import { act, render, screen } from "@testing-library/react";
import { Input, Select } from "antd";
import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { useClearing } from "./use-clearing";

function Both() {
  const clearing = useClearing();
  return (
    <>
      <Select allowClear={clearing} value="a" options={[{ value: "a" }]} />
      <Input allowClear={clearing} value="b" onChange={() => undefined} />
    </>
  );
}

beforeEach(() => switchLanguage("zh"));

test("what clears a field says so in the language of the day", async () => {
  render(<Both />);
  expect(screen.getAllByRole("button", { name: "清除" })).toHaveLength(2);
  await act(() => switchLanguage("en"));
  expect(screen.getAllByRole("button", { name: "Clear" })).toHaveLength(2);
});
