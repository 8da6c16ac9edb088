import { act } from "@testing-library/react";

/** The server's end of the push line, in place of a WebSocket. */
export class PushLine {
  static last: PushLine | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    PushLine.last = this;
  }
  send() {}
  close() {}

  /** Says something to the page. */
  static say(type: string, data: Record<string, unknown> = {}) {
    const frame = { data: JSON.stringify({ type, data }) };
    act(() => PushLine.last!.onmessage!(frame));
  }

  /** The line breaks and stands again: what was said meanwhile is lost. */
  static comeBack() {
    PushLine.say("bound");
    PushLine.say("bound");
  }
}
