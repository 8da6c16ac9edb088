import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { SmsDialog } from "./sms-dialog";
import { sayVerify } from "./texts";

type Sent = { path: string; body: Record<string, unknown> };

let sent: Sent[] = [];
/** The verdicts of the puzzles to come, and what sending answers. */
let verdicts: boolean[] = [];
let refusal: { status: number; code: number; message: string } | null = null;
let count = 0;

const reply = (data: unknown, status = 200, code = 1, message = "ok") =>
  new Response(JSON.stringify({ code, message, data }), { status });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  verdicts = [];
  refusal = null;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const path = address.split("?")[0]!.replace("/front/api/v1/", "");
    sent.push({
      path,
      body: JSON.parse(init.body as string) as Sent["body"],
    });
    if (path.endsWith("refresh")) {
      count += 1;
      return Promise.resolve(
        reply({
          bigImage: `data:image/png;base64,${count}`,
          smallImage: "data:image/png;base64,",
          puzzleCaptchaTicket: `ticket ${count}`,
        }),
      );
    }
    if (path.endsWith("verify")) {
      return Promise.resolve(reply(verdicts.shift() ?? true));
    }
    return Promise.resolve(
      refusal
        ? reply(null, refusal.status, refusal.code, refusal.message)
        : reply({}),
    );
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Each test has a number of its own: the wait after a code belongs to the number. */
let number = 13800000000;

function show(onCode = vi.fn(() => Promise.resolve())) {
  number += 1;
  const onCancel = vi.fn();
  const phone = String(number);
  render(
    <SmsDialog
      open
      phone={phone}
      accountName="陈静"
      sendType={4}
      onCode={onCode}
      onCancel={onCancel}
    />,
  );
  return { phone, onCode, onCancel };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function openPuzzle() {
  fireEvent.click(button("获取验证码"));
  await later(0);
  return screen.getByRole("dialog", { name: "请完成安全验证" });
}

async function slideTo(steps: number) {
  const handle = screen.getByRole("slider");
  for (let i = 0; i < steps; i++) {
    fireEvent.keyDown(handle, { key: "ArrowRight" });
  }
  fireEvent.keyDown(handle, { key: "Enter" });
  await later(0);
}

// SMS-01
test("the dialog shows who and where, the code, the button and the way out", async () => {
  const { phone } = show();
  const dialog = within(screen.getByRole("dialog", { name: "短信身份验证" }));
  expect(dialog.getByText("陈*")).toBeVisible();
  expect(
    dialog.getByText(`${phone.slice(0, 3)}******${phone.slice(-2)}`),
  ).toBeVisible();
  expect(dialog.getByLabelText("验证码")).toBeRequired();
  expect(dialog.getByRole("button", { name: "获取验证码" })).toBeEnabled();
  expect(dialog.getByRole("button", { name: "收不到验证码？" })).toBeVisible();
  // The button counts down while a code is on its way.
  await openPuzzle();
  await slideTo(30);
  await later(300);
  expect(dialog.getByRole("button", { name: "60 秒后重试" })).toBeDisabled();
});

// SMS-02
test("a code has 4 to 6 digits and nothing else", async () => {
  const { onCode } = show();
  const field = screen.getByLabelText<HTMLInputElement>("验证码");
  for (const typed of ["", "123", "12a"]) {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(button("确定"));
    expect(screen.getByRole("alert")).toHaveTextContent(
      "请输入 4 到 6 位数字验证码",
    );
    expect(field).toHaveAttribute("aria-invalid", "true");
  }
  expect(onCode).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: " 12-34 567 8" } });
  expect(field.value).toBe("123456");
  // What was wrong is corrected, and not said any more.
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  expect(field).toHaveAttribute("aria-invalid", "false");
  fireEvent.click(button("确定"));
  await later(0);
  expect(onCode).toHaveBeenCalledWith("123456");
});

// SMS-04, SMS-05, SMS-06, SMS-07, R40, CAPTCHA-01, CAPTCHA-02, CAPTCHA-07
test("the button leads to the puzzle, the puzzle to the SMS, and the SMS to a wait of 60 seconds", async () => {
  const { phone } = show();
  const puzzle = await openPuzzle();
  expect(within(puzzle).getByText("向右拖动滑块填充拼图")).toBeVisible();
  expect(
    within(puzzle).getByRole("button", { name: "换一张拼图" }),
  ).toBeVisible();
  await slideTo(30);
  expect(within(puzzle).queryByText("向右拖动滑块填充拼图")).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual([
    "upms/puzzle/captcha/refresh",
    "upms/puzzle/captcha/verify",
  ]);
  expect(sent[1]!.body).toEqual({
    offset: 120,
    width: 320,
    phoneNum: phone,
    sendType: 4,
    puzzleCaptchaTicket: `ticket ${count}`,
  });
  await later(299);
  expect(puzzle).toBeInTheDocument();
  await later(1);
  expect(puzzle).not.toBeInTheDocument();
  expect(sent[2]).toEqual({
    path: "upms/tenant/sendSMS",
    body: { phoneNum: phone, sendType: 4 },
  });
  expect(
    screen.getByText(
      `验证码已发送至 ${phone.slice(0, 3)}******${phone.slice(-2)}，5 分钟内有效`,
    ),
  ).toBeVisible();
  expect(button("60 秒后重试")).toBeDisabled();
  await later(59_000);
  expect(button("1 秒后重试")).toBeDisabled();
  await later(1_000);
  expect(button("获取验证码")).toBeEnabled();
});

// CAPTCHA-07, CAPTCHA-08, R39
test("a slide that misses says so and gives way to another puzzle after 0.3 seconds", async () => {
  show();
  verdicts = [false];
  const puzzle = await openPuzzle();
  const first = screen.getByRole("img").getAttribute("src");
  await slideTo(10);
  expect(within(puzzle).getByRole("status")).toHaveTextContent("验证失败");
  await later(299);
  expect(screen.getByRole("img")).toHaveAttribute("src", first!);
  await later(1);
  expect(screen.getByRole("img")).not.toHaveAttribute("src", first!);
  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "0");
  expect(sent.filter(({ path }) => path.endsWith("sendSMS"))).toEqual([]);
});

test("the pointer moves the slider, within 0 to 280, and a click alone is no answer", async () => {
  show();
  await openPuzzle();
  const handle = screen.getByRole("slider");
  handle.setPointerCapture = vi.fn();
  const at = (type: "pointerDown" | "pointerMove" | "pointerUp", x: number) =>
    fireEvent[type](handle, { pointerId: 1, clientX: x });
  at("pointerDown", 500);
  at("pointerUp", 500);
  expect(sent).toHaveLength(1);
  at("pointerDown", 500);
  at("pointerMove", 100);
  expect(handle).toHaveAttribute("aria-valuenow", "0");
  at("pointerMove", 1500);
  expect(handle).toHaveAttribute("aria-valuenow", "280");
  at("pointerMove", 650);
  at("pointerUp", 660);
  await later(0);
  expect(sent[1]!.body).toMatchObject({ offset: 160 });
});

// SMS-09
test("who receives nothing gets four hints", () => {
  show();
  fireEvent.click(button("收不到验证码？"));
  const hints = screen.getByRole("dialog", { name: "无法收到验证码" });
  const lines = within(hints).getAllByRole("listitem");
  const says = ["管理员", "拦截", "运营商", "1 分钟"];
  expect(lines).toHaveLength(says.length);
  lines.forEach((line, at) => expect(line).toHaveTextContent(says[at]!));
});

test("a refusal of the server is read at the code, and no wait begins", async () => {
  show();
  refusal = { status: 429, code: 429, message: "每60秒只能发送一次" };
  await openPuzzle();
  await slideTo(1);
  await later(300);
  expect(screen.getByRole("alert")).toHaveTextContent("每60秒只能发送一次");
  expect(button("获取验证码")).toBeEnabled();
});

// PWD-09
test("a wrong code is read at the code, and the dialog stays", async () => {
  const failure = new ApiFailure({
    status: 422,
    code: 422,
    message: "",
    data: [
      {
        field: "phoneCode",
        rule: "verification",
        message: "验证失败。验证码5分钟内有效",
      },
    ],
  });
  show(vi.fn(() => Promise.reject(failure)));
  fireEvent.change(screen.getByLabelText("验证码"), {
    target: { value: "1234" },
  });
  fireEvent.click(button("确定"));
  await later(0);
  expect(screen.getByRole("alert")).toHaveTextContent("5分钟");
  expect(button("确定")).toBeEnabled();
});

test("SMS-07, SMS-09, CAPTCHA-08: the wait, the hints and the verdict in English", async () => {
  await switchLanguage("en");
  const keys = ["hintNumber", "hintBlocked", "hintDelay", "hintRetry"] as const;
  const says = [
    /administrator/,
    /[Ss]ecurity software/,
    /operator/,
    /1 minute\./,
  ];
  keys.forEach((key, at) => expect(sayVerify(key)).toMatch(says[at]!));
  expect(sayVerify("failed")).toBe("Verification failed");
  expect([60, 1].map((count) => sayVerify("retryAfter", { count }))).toEqual([
    "Retry after 60 seconds",
    "Retry after 1 second",
  ]);
  await switchLanguage("zh");
});
