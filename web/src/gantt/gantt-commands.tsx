import { useEffect, useRef, useState } from "react";
import type { Host } from "./actions/action";
import { keysOf } from "./actions/keys";
import { actions } from "./actions/table";
import type { Chart } from "./chart";
import type { Say } from "./words";

interface GanttCommandsProps {
  chart: Chart;
  say: Say;
  host: Host;
}

/** Every verb with its keys, to learn and to run. */
export function GanttCommands({ chart, say, host }: GanttCommandsProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  const wanted = text.trim().toLocaleLowerCase();
  const found = actions.filter(
    ({ name, label }) =>
      name !== "commands" && say(label).toLocaleLowerCase().includes(wanted),
  );
  const close = () => chart.set({ showsCommands: false });

  function run(at: number) {
    const action = found[at];
    if (action && (action.when?.(chart) ?? true)) {
      close();
      // After the focus has gone back to where it was.
      setTimeout(() => action.perform(chart, host));
    }
  }

  return (
    <div
      className="gantt-commands"
      role="dialog"
      aria-label={say("commands")}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          close();
        } else if (event.key === "Enter" && event.target === field.current) {
          event.preventDefault();
          run(0);
        }
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={say("findCommand")}
        placeholder={say("findCommand")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul>
        {found.map(({ name, label, shortcuts, when }, i) => (
          <li key={name}>
            <button
              type="button"
              disabled={!(when?.(chart) ?? true)}
              onClick={() => run(i)}
            >
              {say(label)}
              <kbd>{keysOf(shortcuts[0]!)}</kbd>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{say("noCommand")}</p>}
    </div>
  );
}
