import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { menuItemOf } from "../../testing/places";
import { MenuLink, PlaceLink } from "./menu-link";

afterEach(() => localStorage.clear());

const entry = (moduleKey: string, externalUrlFlag: number) =>
  menuItemOf({
    ...{ moduleKey, externalUrlFlag, menuKey: `${moduleKey}.entrance` },
    ...{ menuName: "In", menuUrl: "https://a.example/x" },
  });

// HEADER-16: also who comes by the menu comes for the first time.
test.each([
  ["es", 0, "1"],
  ["finance", 1, "1"],
  ["crm", 0, null],
])("HEADER-16: the entry of %s (%i) is clicked", (key, flag, kept) => {
  for (const Way of [MenuLink, PlaceLink]) {
    localStorage.clear();
    const onOpen = vi.fn();
    const { unmount } = render(
      <MemoryRouter>
        <div onClick={(event) => event.preventDefault()}>
          <Way item={entry(key, flag)} onOpen={onOpen}>
            In
          </Way>
        </div>
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole("link", { name: "In" }));
    expect(onOpen).toHaveBeenCalledOnce();
    expect(localStorage.getItem("mw.firstCome")).toBe(kept);
    unmount();
  }
});
