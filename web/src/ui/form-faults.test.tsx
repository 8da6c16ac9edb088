import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider, Form, Input } from "antd";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { switchLanguage, useLanguage } from "@/i18n/language";
import { useFormFaults } from "./form-faults";

beforeEach(() => switchLanguage("en"));

const refusal = new ApiFailure({
  status: 422,
  code: 422,
  message: "",
  data: [
    {
      field: "code",
      rule: "unique",
      message: "Taken",
      texts: { zh: "已被占用", en: "Taken" },
    },
    // A gateway of before has words in one language alone.
    { field: "zone", rule: "choice", message: "No such zone" },
  ],
});

function Tried() {
  const [form] = Form.useForm<{ code: string; zone: string; name: string }>();
  const showFaults = useFormFaults(form);
  const { say } = useLanguage();
  return (
    <Form form={form}>
      <Form.Item name="code" label="Code">
        <Input />
      </Form.Item>
      <Form.Item name="zone" label="Zone">
        <Input />
      </Form.Item>
      <Form.Item
        name="name"
        label="Name"
        rules={[
          { required: true, message: say({ zh: "请填写", en: "Missing" }) },
        ]}
      >
        <Input />
      </Form.Item>
      <button
        type="button"
        onClick={() => {
          form.validateFields().catch(() => undefined);
          const first = showFaults(refusal);
          document.title = first ?? "";
        }}
      >
        Save
      </button>
    </Form>
  );
}

test("words in an antd form follow the language, the server's and the form's own", async () => {
  // Without motion: words that go would stay for a while.
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Tried />
    </ConfigProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Taken");
  await screen.findByText("Missing");
  expect(document.title).toBe("code");
  await act(() => switchLanguage("zh"));
  await screen.findByText("已被占用");
  await screen.findByText("请填写");
  screen.getByText("No such zone");
  // What has been mended stays mended.
  await user.type(screen.getByLabelText("Code"), "B");
  await vi.waitFor(() => expect(screen.queryByText("已被占用")).toBeNull());
  await act(() => switchLanguage("en"));
  await screen.findByText("Missing");
  expect(screen.queryByText("Taken")).toBeNull();
});
