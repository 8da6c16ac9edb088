import type { DraftView } from "./use-draft";

/** For tests: nobody has changed anything of plan 1, p1. */
export const noDraft: DraftView = {
  ...{ version: 0, planId: "", planNumber: 0, steps: [], done: 0, left: [] },
  ...{ newestId: "p1", newestNumber: 1, behind: false, others: [] },
};

/** For tests: a draft with one more step, as the server answers. */
export const stepped = (of: DraftView, changes: object[]): DraftView => ({
  ...of,
  ...{ version: of.version + 1, planId: "p1", planNumber: 1 },
  steps: [
    ...of.steps.slice(0, of.done),
    {
      changes,
      subjects: changes.map(() => ({ task: "M1 / P1 · 10 EDM", resource: "" })),
      time: `2026-03-02T08:0${of.done}:00Z`,
    },
  ],
  done: of.done + 1,
});
