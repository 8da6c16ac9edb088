import { counted } from "@/i18n/counted";
import { trackOf, type Track } from "./lanes";
import { loadOf, type Load } from "./load";
import { hasFlag, opNo, type Model } from "./model";
import { flag, isOutside } from "./plan";

export type Mode = "resource" | "mould";

export type RowKind =
  | "section"
  | "group"
  | "resource"
  | "mould"
  | "part"
  | "operation";

/** A row as the data have it, folded or not. */
export interface Branch {
  /** The same in every plan of a schedule, so that folding survives a reload. */
  key: string;
  kind: RowKind;
  /** Index of the resource, mould, part or bar; -1 for sections and groups. */
  of: number;
  label: string;
  note: string;
  /** Of a mould without bars: why it has none. */
  why: string;
  calendar: number;
  /** Its own bars. */
  track: Track | null;
  /** Of everything below it that is not past. */
  load: Load | null;
  /** First start and last end of everything below it; null without bars. */
  span: { from: number; to: number } | null;
  /** Children stand for the same bars: unfolded, the row shows only their span. */
  replaces: boolean;
  children: Branch[];
}

/** The trees of both views; the mould tree's operations are made when asked for. */
export type Trees = Record<Mode, Branch[]>;

const empty: Omit<Branch, "key" | "kind" | "label"> = {
  of: -1,
  note: "",
  why: "",
  calendar: -1,
  track: null,
  load: null,
  span: null,
  replaces: false,
  children: [],
};

/** Builds both trees, once per plan. `outside` names the section of suppliers. */
export function treesOf(model: Model, outside: string): Trees {
  return {
    resource: resourceTree(model, outside),
    mould: mouldTree(model),
  };
}

function gather(model: Model, column: Int32Array, length: number) {
  const lists: number[][] = Array.from({ length }, () => []);
  for (let bar = 0; bar < model.count; bar++) {
    lists[column[bar]!]?.push(bar);
  }
  return lists;
}

function spanOf(model: Model, bars: Iterable<number>) {
  let from = Infinity;
  let to = -Infinity;
  for (const bar of bars) {
    from = Math.min(from, model.start[bar]!);
    to = Math.max(to, model.end[bar]!);
  }
  return from <= to ? { from, to } : null;
}

function resourceTree(model: Model, outside: string): Branch[] {
  const { start, end, plan } = model;
  const isPast = (bar: number) => model.status[bar] === 3;
  const bars = gather(model, model.resource, plan.resources.length);
  const roots: Branch[] = [];
  const known = new Map<string, Branch>();
  const child = (among: Branch[], key: string, make: () => Branch) => {
    let branch = known.get(key);
    if (!branch) {
      branch = make();
      known.set(key, branch);
      among.push(branch);
    }
    return branch;
  };
  plan.resources.forEach((resource, of) => {
    const isOut = isOutside(resource);
    if (isOut && bars[of]!.length === 0) {
      return; // an idle machine is worth a row, an unused supplier is not
    }
    const section = isOut ? outside : resource.section;
    let among = roots;
    if (section) {
      const key = `s:${isOut ? "" : section}`;
      among = child(roots, key, () => ({
        ...empty,
        key,
        kind: "section",
        label: section,
        children: [],
      })).children;
    }
    if (!isOut) {
      const key = `g:${section}/${resource.group}`;
      among = child(among, key, () => ({
        ...empty,
        key,
        kind: "group",
        label: resource.group,
        calendar: resource.calendar,
        children: [],
      })).children;
    }
    among.push({
      ...empty,
      key: `r:${resource.id}`,
      kind: "resource",
      of,
      label: resource.name,
      calendar: resource.calendar,
      track: trackOf(bars[of]!, start, end, isPast),
      span: spanOf(model, bars[of]!),
    });
  });
  for (const branch of known.values()) {
    const below = resourcesBelow(branch);
    const all = below.flatMap(({ of }) => bars[of]!);
    const capacity = below.reduce(
      (sum, { of }) => sum + plan.resources[of]!.capacity,
      0,
    );
    branch.span = spanOf(model, all);
    const live = all.filter((bar) => !isPast(bar));
    branch.load = loadOf(live, start, end, Math.max(1, capacity));
    branch.note = counted(below.length);
  }
  return roots;
}

function resourcesBelow(branch: Branch): Branch[] {
  return branch.kind === "resource"
    ? [branch]
    : branch.children.flatMap(resourcesBelow);
}

function mouldTree(model: Model): Branch[] {
  const { start, end, plan } = model;
  const bars = gather(model, model.part, plan.parts.length);
  const parts: number[][] = plan.moulds.map(() => []);
  plan.parts.forEach((part, of) => parts[part.mould]?.push(of));
  const order = plan.moulds.map((_, of) => of);
  const due = (of: number) => plan.moulds[of]!.due ?? Infinity;
  order.sort(
    (a, b) =>
      due(a) - due(b) || (plan.moulds[a]!.no < plan.moulds[b]!.no ? -1 : 1),
  );
  return order.map((of) => {
    const mould = plan.moulds[of]!;
    const children = parts[of]!.map((part): Branch => {
      const own = bars[part]!;
      return {
        ...empty,
        key: `p:${mould.id}/${plan.parts[part]!.no}`,
        kind: "part",
        of: part,
        // The part of hidden bars has no number, but their process is the word for what is hidden.
        label:
          plan.parts[part]!.no ||
          (plan.processes[model.process[own[0]!]!]?.name ?? ""),
        note: plan.parts[part]!.name,
        track: trackOf(own, start, end),
        span: spanOf(model, own),
        replaces: true,
        children: operations(model, own),
      };
    });
    const span = spanOf(
      model,
      parts[of]!.flatMap((part) => bars[part]!),
    );
    children.sort((a, b) => (a.span?.from ?? 0) - (b.span?.from ?? 0));
    return {
      ...empty,
      key: `m:${mould.id}`,
      kind: "mould",
      of,
      label: mould.no,
      note: mould.name,
      why: span ? "" : (mould.why ?? ""),
      span,
      children,
    };
  });
}

function operations(model: Model, bars: number[]): Branch[] {
  const { plan, op, start, end } = model;
  const sorted = [...bars].sort(
    (a, b) => op[a]! - op[b]! || start[a]! - start[b]!,
  );
  return sorted.map((bar) => ({
    ...empty,
    key: `o:${plan.bars.id[bar]}`,
    kind: "operation",
    of: bar,
    label: `${hasFlag(model, bar, flag.hidden) ? "" : `${opNo(model, bar)} `}${plan.processes[model.process[bar]!]!.name}`,
    note: plan.resources[model.resource[bar]!]!.name,
    calendar: plan.resources[model.resource[bar]!]!.calendar,
    track: trackOf([bar], start, end),
    span: { from: start[bar]!, to: end[bar]! },
  }));
}

/** Visits every branch with those above it. */
export function eachBranch(
  branches: Branch[],
  visit: (branch: Branch, above: Branch[]) => void,
  above: Branch[] = [],
) {
  for (const branch of branches) {
    visit(branch, above);
    if (branch.children.length > 0) {
      eachBranch(branch.children, visit, [...above, branch]);
    }
  }
}
