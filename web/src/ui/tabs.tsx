import { useId, type KeyboardEvent, type ReactNode } from "react";
import "./tabs.css";

interface TabsProps<Key extends string> {
  label: string;
  tabs: { key: Key; title: ReactNode }[];
  active: Key;
  onChange: (key: Key) => void;
  children: ReactNode;
}

/** A row of tabs over one panel; arrows move along the row. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, tabs, active, onChange, children } = props;
  const id = useId();

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) {
      return;
    }
    const at = tabs.findIndex((tab) => tab.key === active);
    const next = tabs[(at + by + tabs.length) % tabs.length]!;
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
    event.preventDefault();
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="tabs"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className="tab-panel"
      >
        {children}
      </div>
    </>
  );
}
