import { useUiTexts } from "./texts";

/** Says that what belongs here is on its way, to people and, as busy, to assistive technology. */
export function Loading() {
  const ui = useUiTexts();
  return (
    <p className="soft" aria-busy="true">
      {ui("loading")}
    </p>
  );
}

/** Stands, unseen, where the code of a part of the page is on its way. */
export const coming = <span aria-busy="true" hidden />;
