import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { fakeServer } from "../../testing/fake-server";
import { MessagePopover } from "./message-popover";
import { badge } from "./message-queries";
import { iconKeys, ModuleIcon } from "./module-icon";
import { SafeHtml } from "./safe-html";

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

test("HEADER-18: the badge reads 99+ from a hundred on", () => {
  expect([1, 99, 100, 4000].map(badge)).toEqual(["1", "99", "99+", "99+"]);
});

test("MSG-02: a header keeps its emphasis and loses everything that could act", () => {
  const { container } = render(
    <SafeHtml
      html={`<b onclick="x()">Late</b> <a href="javascript:x()">M26</a><script>x()</script><img src=x onerror="x()"><i>&lt;b&gt;</i>`}
    />,
  );
  expect(container.innerHTML).toBe("<b>Late</b> M26<i>&lt;b&gt;</i>");
});

test("HEADER-17, HEADER-19: the popover shows unread headers; the icon opens the management in a new tab", async () => {
  const sent = fakeServer({
    "POST bms/msg/getUserMsgNum.do": () => ({ data: { count: 120 } }),
    "POST bms/msg/getUserMsgList.do": () => ({
      data: {
        rows: [
          {
            messageId: "1",
            msgHeader: "<b>Schedule A is done</b> 3 moulds late",
            sendTime: "2026-03-20T00:30:00Z",
          },
        ],
        total: 1,
        unread: 120,
      },
    }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessagePopover />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("99+")).toBeVisible();
  expect(sent.map((one) => one.path)).toEqual(["bms/msg/getUserMsgNum.do"]);
  await userEvent.setup().tab();
  const header = await screen.findByText("Schedule A is done");
  expect(header.tagName).toBe("B");
  const icon = screen.getByRole("link", { name: "Messages, 120 unread" });
  expect(icon).toHaveAttribute("href", "/comm/messageNotice/messageManagement");
  expect(icon).toHaveAttribute("target", "_blank");
  expect(sent.at(-1)?.body).toMatchObject({ unread: true });
});

test("HEADER-19: with nothing unread the icon opens the management in a new tab, too", async () => {
  const sent = fakeServer({
    "POST bms/msg/getUserMsgNum.do": () => ({ data: { count: 0 } }),
  });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <MessagePopover />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const icon = screen.getByLabelText("Messages, 0 unread");
  expect(icon).toHaveAttribute("href", "/comm/messageNotice/messageManagement");
  expect(icon).toHaveAttribute("target", "_blank");
});

test("SCOPE-10: 28 modules have an icon of their own, the others one in common", () => {
  const keys =
    "crm common ems pm dfm cad bom capp aps cam tools qa buy whms outsource asm tr cost reports oee act tooling form dlv system cell linknode aftersale";
  expect([...iconKeys].sort()).toEqual(keys.split(" ").sort());
  const shapes = new Set(
    [...iconKeys, "es", "finance", "mas"].map((name) => {
      const { container } = render(<ModuleIcon name={name} />);
      return container.querySelector("path")!.getAttribute("d");
    }),
  );
  expect(shapes.size).toBe(28 + 1);
});
