const faulty = [
  '[aria-invalid="true"]',
  ".ant-form-item-has-error input",
  ".ant-picker-status-error input",
  ".ant-input-number-status-error input",
  ".ant-select-status-error input",
].join(", ");

/** Opens what the first faulty field of a form stands in, brings it into view and puts the cursor there. */
export function showFirstFault(form: HTMLElement | null | undefined) {
  const field = form?.querySelector<HTMLElement>(faulty);
  for (
    let around = field?.closest("details");
    around;
    around = around.parentElement?.closest("details")
  ) {
    around.open = true;
  }
  field?.scrollIntoView?.({ block: "center" });
  field?.focus({ preventScroll: true });
}
