import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog";

/** What a browser does on the second Escape in a row. */
function closeUnasked(dialog: HTMLDialogElement) {
  dialog.open = false;
  fireEvent(dialog, new Event("close"));
}

test("a dialog that must be answered stands again when the browser closed it unasked", () => {
  render(
    <Dialog title="Gone elsewhere" className="x">
      <button>Reload</button>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>("dialog");
  closeUnasked(dialog);
  expect(dialog.open).toBe(true);
});

test("one that may be closed asks its owner, as Escape does", () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Choose" className="x" onClose={onClose}>
      <p>Text</p>
    </Dialog>,
  );
  closeUnasked(screen.getByRole<HTMLDialogElement>("dialog"));
  expect(onClose).toHaveBeenCalledOnce();
});
