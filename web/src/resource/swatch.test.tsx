import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { ColourInput, Swatch } from "./swatch";

function Form() {
  const [value, setValue] = useState("");
  return (
    <ColourInput
      id="rgb"
      well="RGB"
      disabled={false}
      value={value}
      onChange={setValue}
    />
  );
}

test("a colour is picked or typed, and each shows in the other", () => {
  render(<Form />);
  const well = screen.getByLabelText<HTMLInputElement>("RGB");
  const text = screen.getByRole<HTMLInputElement>("textbox");
  fireEvent.change(well, { target: { value: "#1d4f91" } });
  expect(text.value).toBe("#1D4F91");
  fireEvent.change(text, { target: { value: "#FFAA00" } });
  expect(well.value).toBe("#ffaa00");
  // What is half typed is kept as it is.
  fireEvent.change(text, { target: { value: "#FF" } });
  expect(text.value).toBe("#FF");
});

test("a colour in a list stands beside its text, and what is none has the text alone", () => {
  const { container, rerender } = render(<Swatch colour="#1D4F91" />);
  expect(container.querySelector("rect")).toHaveAttribute("fill", "#1D4F91");
  expect(container).toHaveTextContent("#1D4F91");
  rerender(<Swatch colour="red" />);
  expect(container.querySelector("rect")).toBeNull();
  expect(container).toHaveTextContent("red");
});
