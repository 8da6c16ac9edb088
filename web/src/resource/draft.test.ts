import { beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import {
  draftFrom,
  draftKeyOf,
  draftOf,
  keepDraft,
  mergeDraft,
  ownerOf,
} from "./draft";

beforeEach(() => {
  sessionStorage.clear();
  session.set({ tenantId: "", userData: null });
});

const at = (factoryId: string) =>
  session.set({
    tenantId: "t1",
    userData: { userId: "u1", factoryId } as never,
  });

test("a draft belongs to one person in one factory, and to one form", () => {
  expect(ownerOf()).toBe("..");
  at("f1");
  expect(ownerOf()).toBe("u1.t1.f1");
  expect(draftKeyOf("mould.7")).toBe("mw.draft.u1.t1.f1.mould.7");
  const opened = draftKeyOf("mould.7");
  at("f2");
  expect(draftKeyOf("mould.7")).not.toBe(opened);
});

test("what was kept comes back until it is forgotten", () => {
  expect(draftOf("k")).toBeNull();
  keepDraft("k", { name: "M1" });
  expect(draftOf("k")).toEqual({ name: "M1" });
  expect(draftOf("other")).toBeNull();
  keepDraft("k", null);
  expect(draftOf("k")).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test("a draft that cannot be read, or not be kept, costs no form", () => {
  sessionStorage.setItem("k", "{half");
  expect(draftOf("k")).toBeNull();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => keepDraft("k", { name: "M1" })).not.toThrow();
  full.mockRestore();
});

test("a draft holds the fields that were typed over, with what stood there", () => {
  const stored = { name: "M1", note: "old", rate: 80, version: 3 };
  const fields = ["name", "note", "rate"];
  expect(draftFrom(fields, stored, { ...stored, version: 9 })).toBeNull();
  expect(
    draftFrom(fields, stored, { ...stored, note: "new", rate: undefined }),
  ).toEqual({
    mine: { note: "new", rate: null },
    was: { note: "old", rate: 80 },
  });
});

test("a draft lies over what is stored now, and says where somebody else changed the same", () => {
  const stored = { name: "M1", note: "old", rate: 80 };
  const draft = { was: { note: "old" }, mine: { note: "mine" } };
  expect(mergeDraft(draft, stored)).toEqual({
    values: { name: "M1", note: "mine", rate: 80 },
    clashes: [],
    isBehind: false,
  });
  // Of a field that nobody typed into the stored value counts, whoever changed it.
  expect(mergeDraft(draft, { ...stored, rate: 90 })).toEqual({
    values: { name: "M1", note: "mine", rate: 90 },
    clashes: [],
    isBehind: false,
  });
  expect(mergeDraft(draft, { ...stored, note: "theirs" })).toEqual({
    values: { name: "M1", note: "mine", rate: 80 },
    clashes: [{ field: "note", mine: "mine", theirs: "theirs" }],
    isBehind: true,
  });
  const two = { was: { note: "old", rate: 80 }, mine: { note: "m", rate: 81 } };
  expect(mergeDraft(two, { ...stored, rate: 90 })).toMatchObject({
    clashes: [{ field: "rate", mine: 81, theirs: 90 }],
    isBehind: true,
  });
  // Both changed it to the same: nothing clashes, but what stood there is gone.
  expect(mergeDraft(draft, { ...stored, note: "mine" })).toMatchObject({
    clashes: [],
    isBehind: true,
  });
  expect(mergeDraft(null, stored)).toEqual({
    values: stored,
    clashes: [],
    isBehind: false,
  });
});
