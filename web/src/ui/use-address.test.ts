import { expect, test } from "vitest";
import { arrive, choose, type Latest } from "./use-address";

const at = (text: string) => new URLSearchParams(text);

test("a choice that arrives late takes no later one back", () => {
  const latest: Latest = { params: at(""), ahead: [] };
  choose(latest, at("action=delete"));
  choose(latest, at("action=delete&person=a"));
  arrive(latest, at("action=delete"));
  expect(String(latest.params)).toBe("action=delete&person=a");
  arrive(latest, at("action=delete&person=a"));
  expect(String(latest.params)).toBe("action=delete&person=a");
});

test("a step that the address leaves out is not waited for", () => {
  const latest: Latest = { params: at(""), ahead: [] };
  choose(latest, at("q=a"));
  choose(latest, at(""));
  choose(latest, at("q=ab"));
  arrive(latest, at("q=ab"));
  arrive(latest, at("q=back"));
  expect(String(latest.params)).toBe("q=back");
});

test("an address that nobody has chosen here counts, whatever is on its way", () => {
  const latest: Latest = { params: at(""), ahead: [] };
  choose(latest, at("q=a"));
  arrive(latest, at("q=of-a-link"));
  expect(String(latest.params)).toBe("q=of-a-link");
  arrive(latest, at("q=a"));
  expect(String(latest.params)).toBe("q=a");
});
