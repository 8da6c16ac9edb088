import { createRoot } from "react-dom/client";
import { GanttView } from "@/gantt/gantt-view";
import type { Plan } from "@/gantt/plan";
import type { Say } from "@/gantt/words";
import { largePlan } from "./large-plan";
import "@/ui/tokens.css";
import "./bench.css";

const say: Say = (key, params) =>
  params ? `${key} ${Object.values(params).join(" ")}` : key;

const bars = Number(new URLSearchParams(location.search).get("bars"));
const sent = JSON.stringify(largePlan(bars));

// From the text that the server sends to the picture.
performance.mark("plan sent");
const plan = JSON.parse(sent) as Plan;
createRoot(document.getElementById("root")!).render(
  <GanttView
    plan={plan}
    say={say}
    locale="en-GB"
    look="light"
    tooltip={() => null}
    details={() => null}
    resource={() => null}
    onExport={() => {}}
  />,
);
new MutationObserver((_, observer) => {
  if (document.querySelector("canvas[data-bars-drawn]")) {
    observer.disconnect();
    // The frame after the one that drew it: it is on the screen.
    requestAnimationFrame(() => {
      performance.measure("first paint", "plan sent");
      document.body.dataset.painted = "true";
    });
  }
}).observe(document.body, { subtree: true, attributes: true });
