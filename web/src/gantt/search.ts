import type { Model } from "./model";
import { isOutside } from "./plan";

export interface Hit {
  kind: "mould" | "part" | "resource";
  label: string;
  note: string;
  /** By start; none of a mould that is not planned, or of an idle machine. */
  bars: Int32Array;
  /** Of a mould without bars: why it has none. */
  why: string;
}

const most = 60;

/**
 * Moulds, parts and resources whose number or name holds the text; those that begin with it first. What stands for all hidden
 * moulds has no id, what stands for the hidden parts of a mould no number: they are nothing to look for.
 */
export function hitsFor(model: Model, text: string): Hit[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) {
    return [];
  }
  const { moulds, parts, resources } = model.plan;
  const found: (Omit<Hit, "bars" | "why"> & { rank: number; of: number })[] =
    [];
  const look = (
    kind: Hit["kind"],
    of: number,
    label: string,
    note: string,
    ...names: string[]
  ) => {
    let rank = Infinity;
    for (const name of names) {
      const at = name.toLocaleLowerCase().indexOf(wanted);
      if (at >= 0) {
        rank = Math.min(
          rank,
          at === 0 ? (name.length === wanted.length ? 0 : 1) : 2,
        );
      }
    }
    if (rank < Infinity) {
      found.push({ kind, of, label, note, rank });
    }
  };
  moulds.forEach(
    ({ id, no, name }, of) => id && look("mould", of, no, name, no, name),
  );
  resources.forEach(({ name, otherName = "", group }, of) =>
    look("resource", of, name, group, name, otherName),
  );
  parts.forEach(({ no, name, mould }, of) => {
    if (!no) {
      return;
    }
    const whole = `${moulds[mould]!.no} / ${no}`;
    look(
      "part",
      of,
      whole,
      name,
      no,
      name,
      whole,
      `${moulds[mould]!.no}/${no}`,
    );
  });
  found.sort((a, b) => a.rank - b.rank);
  const hits: Hit[] = [];
  for (const { kind, of, label, note } of found) {
    const column = model[kind];
    const bars = barsWith(model, column, of);
    if (bars.length > 0) {
      hits.push({ kind, label, note, bars, why: "" });
    } else if (kind === "mould") {
      hits.push({ kind, label, note, bars, why: moulds[of]!.why ?? "" });
    } else if (kind === "resource" && !isOutside(resources[of]!)) {
      hits.push({ kind, label, note, bars, why: "" });
    }
    if (hits.length === most) {
      break;
    }
  }
  return hits;
}

function barsWith(model: Model, column: Int32Array, value: number) {
  const bars: number[] = [];
  for (let bar = 0; bar < model.count; bar++) {
    if (column[bar] === value) {
      bars.push(bar);
    }
  }
  return Int32Array.from(bars).sort(
    (a, b) => model.start[a]! - model.start[b]!,
  );
}

/** Where a jump lands: the first bar that is still to come, else the first. */
export function landing(model: Model, hit: Hit) {
  return hit.bars.find((bar) => model.status[bar] !== 3) ?? hit.bars[0] ?? -1;
}
