import { afterEach, beforeEach, expect, test } from "vitest";
import { defineTexts } from "@/i18n/define-texts";
import { switchLanguage } from "@/i18n/language";
import { stored } from "./stored";
import { keepWording } from "./wording";

beforeEach(() => switchLanguage("en"));
afterEach(() => localStorage.clear());

// I18N-05: the map and its cache time are kept; without a new one the kept one goes on.
test("language maps are kept as langJson and langCacheTime", () => {
  keepWording({ cacheTime: "c1", maps: { table: { "machine.name": "Mill" } } });
  expect(stored.value("langJson")).toEqual({
    table: { "machine.name": "Mill" },
  });
  expect(stored.text("langCacheTime")).toBe("c1");
  keepWording({ cacheTime: "c1", maps: null });
  expect(stored.value("langJson")).toEqual({
    table: { "machine.name": "Mill" },
  });
});

// I18N-04: common, system and aps carry the company's words over texts of the screens.
test("a company's word stands over the product's, in folders of before and of later, until it is given up", async () => {
  const before = defineTexts("yard", { gate: "大门" }, { gate: "Gate" });
  keepWording({
    cacheTime: "c1",
    maps: {
      common: { "yard.gate": "Door", "barn.roof": "Top" },
      aps: { "yard.back.fence": "Hedge" },
    },
  });
  const dotted = defineTexts(
    "yard.back",
    { fence: "栅栏" },
    { fence: "Fence" },
  );
  expect(dotted.say("fence")).toBe("Hedge");
  const later = defineTexts("barn", { roof: "屋顶" }, { roof: "Roof" });
  expect([before.say("gate"), later.say("roof")]).toEqual(["Door", "Top"]);
  // An unknown key invents no text, and the other language keeps its own words.
  await switchLanguage("zh");
  expect([before.say("gate"), later.say("roof")]).toEqual(["大门", "屋顶"]);
  await switchLanguage("en");
  keepWording({ cacheTime: "c2", maps: { common: {} } });
  expect(dotted.say("fence")).toBe("Fence");
  expect([before.say("gate"), later.say("roof")]).toEqual(["Gate", "Roof"]);
});
