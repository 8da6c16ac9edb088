import { useUiTexts } from "./texts";

/**
 * What antd's `allowClear` takes: a cross that says its name in the user's language.
 * antd's own says "Clear" or "close-circle" in every language.
 */
export function useClearing() {
  const t = useUiTexts();
  const label = t("clear");
  return {
    label,
    clearIcon: (
      <span role="img" aria-label={label}>
        ×
      </span>
    ),
  };
}
