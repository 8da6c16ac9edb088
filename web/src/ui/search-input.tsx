import { Input } from "antd";
import { useUiTexts } from "./texts";

interface SearchInputProps {
  value: string;
  onChange: (typed: string) => void;
  /** What can be searched for, where "Search" says too little. */
  hint?: string;
}

/** The search among a page's tools. */
export function SearchInput({ value, onChange, hint }: SearchInputProps) {
  const t = useUiTexts();
  return (
    <Input
      className="page-search"
      allowClear
      type="search"
      aria-label={t("search")}
      placeholder={hint ?? t("search")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
