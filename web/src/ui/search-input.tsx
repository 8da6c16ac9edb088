import { Input } from "antd";
import { useUiTexts } from "./texts";
import { useClearing } from "./use-clearing";
import "./search-input.css";

interface SearchInputProps {
  value: string;
  onChange: (typed: string) => void;
  /** What can be searched for, where "Search" says too little. */
  hint?: string;
}

/** The search among a page's tools. */
export function SearchInput({ value, onChange, hint }: SearchInputProps) {
  const t = useUiTexts();
  const clearing = useClearing();
  return (
    <Input
      className="page-search"
      allowClear={clearing}
      type="search"
      aria-label={t("search")}
      placeholder={hint ?? t("search")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
