import {
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { counted } from "@/i18n/counted";
import type { Chart } from "./chart";
import { hitsFor, type Hit } from "./search";
import { useChart } from "./use-chart";
import type { GanttWord, Say } from "./words";

interface GanttSearchProps {
  chart: Chart;
  say: Say;
  field: RefObject<HTMLInputElement | null>;
}

const kinds: Record<Hit["kind"], GanttWord> = {
  mould: "hitMould",
  part: "hitPart",
  resource: "hitResource",
};
const mostShown = 12;

/** Finds moulds, parts and resources; a hit is lit alone and jumped to. */
export function GanttSearch({ chart, say, field }: GanttSearchProps) {
  const list = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const hit = useChart(chart, (state) => state.hit);
  const selected = useChart(chart, (state) => state.selected);
  const hits = useMemo(
    () => hitsFor(chart.model, text).slice(0, mostShown),
    [chart, text],
  );
  const shows = isOpen && text.trim() !== "";

  function jump(one: Hit | undefined) {
    if (one) {
      setText(one.label);
      setOpen(false);
      chart.jump(one);
    }
  }

  function clear() {
    setText("");
    setOpen(false);
    chart.jump(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { length } = hits;
    if (event.nativeEvent.isComposing) {
      return;
    }
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        const by = event.key === "ArrowDown" ? 1 : -1;
        setOpen(true);
        setActive((now) => (length ? (now + by + length) % length : 0));
        break;
      }
      case "Enter":
        if (shows) {
          jump(hits[active]);
        } else {
          chart.stepHit(event.shiftKey ? -1 : 1);
        }
        break;
      case "F3":
        chart.stepHit(event.shiftKey ? -1 : 1);
        break;
      case "Escape":
        clear();
        field.current
          ?.closest(".gantt")
          ?.querySelector<HTMLElement>(".gantt-sheet")
          ?.focus();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  const at = hit ? hit.bars.indexOf(selected) : -1;
  return (
    <div className="gantt-search" role="search">
      <input
        ref={field}
        type="search"
        role="combobox"
        autoComplete="off"
        aria-label={say("search")}
        aria-expanded={shows}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={
          shows && hits[active] ? `${list}-${active}` : undefined
        }
        placeholder={say("searchHint")}
        value={text}
        onChange={(event) => {
          const { value } = event.target;
          setText(value);
          setActive(0);
          setOpen(true);
          if (hitsFor(chart.model, value).length === 0) {
            chart.jump(null); // What was found before is not what is looked for now.
          }
        }}
        onFocus={() => setOpen(!hit)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {hit && (
        <span className="gantt-hits">
          <span role="status">
            {hit.why || say("hitBars", { at: at + 1, n: hit.bars.length })}
          </span>
          <button
            type="button"
            aria-label={say("previousHit")}
            title={`${say("previousHit")} · Shift F3`}
            onClick={() => chart.stepHit(-1)}
          >
            ‹
          </button>
          <button
            type="button"
            aria-label={say("nextHit")}
            title={`${say("nextHit")} · F3`}
            onClick={() => chart.stepHit(1)}
          >
            ›
          </button>
        </span>
      )}
      {!hit && !shows && text.trim() !== "" && hits.length === 0 && (
        <span className="gantt-hits" role="status">
          {say("nothingFound")}
        </span>
      )}
      <ul id={list} role="listbox" aria-label={say("search")} hidden={!shows}>
        {hits.map((one, i) => (
          <li
            key={`${one.kind} ${one.label} ${i}`}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === active}
            // Before the field loses the focus and the list closes.
            onPointerDown={(event) => {
              event.preventDefault();
              jump(one);
            }}
          >
            <small>{say(kinds[one.kind])}</small>
            <b>{one.label}</b>
            <span>{one.why || one.note}</span>
            <i>{counted(one.bars.length)}</i>
          </li>
        ))}
        {hits.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true">
            {say("nothingFound")}
          </li>
        )}
      </ul>
    </div>
  );
}
