import { carriedOver } from "./carry-over";
import type { StateOf } from "./chart-state";
import { clockOf, type Clock } from "./clock";
import { schemeOf, type Colouring, type Scheme } from "./colours";
import {
  bounded,
  boxOf,
  fitted,
  frameOf,
  headHeight,
  zoomed,
  type Frame,
  type View,
} from "./geometry";
import { layoutOf, rowIndexAt, type Layout, type Row } from "./layout";
import { modelOf, standingToday } from "./model";
import type { Plan, PlanStanding } from "./plan";
import {
  eachBranch,
  treesOf,
  type Branch,
  type Mode,
  type Trees,
} from "./rows";
import { landing, type Hit } from "./search";

/** What a chart shows. */
export type ChartState = StateOf<Chart>;

export interface ChartOptions {
  locale: string;
  /** Name of the section of suppliers. */
  outside: string;
}

/** How long after the last step a movement counts as over. */
const settleMs = 140;
/** A head that stays at the top covers this much. */
const headRoom = 40;
const dayMinutes = 1440;
const firstDays = (width: number) => (width < 640 ? 8 : width < 1100 ? 16 : 24);
const none: Frame = { width: 0, height: 0, names: 0 };

const presentOf = ({ epoch }: Plan) =>
  Math.floor((Date.now() - Date.parse(epoch)) / 60_000);

/** A plan on show: its state, what follows from it, and the moves that change it. No DOM. */
export class Chart {
  readonly clock: Clock;
  state: ChartState;

  readonly #trees: Trees;
  readonly #listeners = new Set<() => void>();
  readonly #schemes = new Map<Colouring, Scheme>();
  #layout: { mode: Mode; folded: ReadonlySet<string>; layout: Layout } | null =
    null;
  #settle: ReturnType<typeof setTimeout> | undefined;

  /** `before` shows an earlier plan of the schedule: what was arranged there stays. */
  constructor(plan: Plan, { locale, outside }: ChartOptions, before?: Chart) {
    const model = modelOf(plan);
    this.clock = clockOf(plan.epoch, plan.zone, locale);
    this.#trees = treesOf(model, outside);
    this.state = {
      model,
      mode: "resource",
      folded: this.#partKeys(),
      frame: none,
      view: { left: 0, scale: 0, top: 0 },
      isMoving: false,
      now: presentOf(plan),
      selected: -1,
      hovered: -1,
      pointerX: -1,
      colouring: "status",
      lit: null,
      hit: null,
      showsDetails: false,
      gone: null,
      resource: -1,
      showsCommands: false,
      hand: null,
      over: null,
    };
    if (before) {
      const known = before.#keys();
      const was = (key: string) => known.has(key);
      this.state = carriedOver(before, model, this.state, was);
    }
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<ChartState>) {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) {
      listener();
    }
  }

  get model() {
    return this.state.model;
  }

  /** Shows how the bars stand today; nothing moves. */
  stand(today: PlanStanding) {
    this.#schemes.clear();
    this.set({ model: standingToday(this.model, today) });
  }

  get layout(): Layout {
    const { mode, folded } = this.state;
    if (this.#layout?.mode !== mode || this.#layout.folded !== folded) {
      const layout = layoutOf(this.model, this.#trees[mode], folded);
      this.#layout = { mode, folded, layout };
    }
    return this.#layout.layout;
  }

  get scheme(): Scheme {
    const { colouring } = this.state;
    let scheme = this.#schemes.get(colouring);
    if (!scheme) {
      scheme = schemeOf(this.model, colouring);
      this.#schemes.set(colouring, scheme);
    }
    return scheme;
  }

  /** The rows in sight, from the top. */
  get rowsInSight(): Row[] {
    const { rows } = this.layout;
    const { view, frame } = this.state;
    if (rows.length === 0) {
      return [];
    }
    const first = rowIndexAt(this.layout, view.top);
    const last = rowIndexAt(this.layout, view.top + frame.height - headHeight);
    return rows.slice(first, last + 1);
  }

  /** Pixels per minute at which twice the plan is in sight. */
  get leastScale() {
    const { plan } = this.model;
    return fitted(plan.from, plan.to, this.state.frame).scale / 2;
  }

  resize(width: number, height: number) {
    const isFirst = this.state.frame.width === 0;
    this.set({ frame: frameOf(width, height) });
    if (isFirst) {
      this.#begin();
    } else {
      this.move(this.state.view);
    }
  }

  /** Changes the view within its bounds; the picture is rough until it rests. */
  move(view: View) {
    const { frame } = this.state;
    this.set({
      view: bounded(view, frame, this.model.plan, this.layout.height),
      isMoving: true,
    });
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.set({ isMoving: false }), settleMs);
  }

  panBy(dx: number, dy: number) {
    const { view } = this.state;
    this.move({
      ...view,
      left: view.left + dx / view.scale,
      top: view.top + dy,
    });
  }

  /** Zooms about a point, or about the middle of the sheet. */
  zoomBy(factor: number, x?: number) {
    const { view, frame } = this.state;
    const middle = (frame.names + frame.width) / 2;
    this.move(zoomed(view, frame, factor, x ?? middle, this.leastScale));
  }

  fit() {
    const { plan } = this.model;
    const { frame, view } = this.state;
    this.move({ ...fitted(plan.from, plan.to, frame), top: view.top });
  }

  /** Lets the line of the present follow the clock. */
  tick() {
    const now = presentOf(this.model.plan);
    if (now !== this.state.now) {
      this.set({ now });
    }
  }

  /** Brings a minute to a share of the sheet's width. */
  showMinute(minute: number, share = 0.25) {
    const { view, frame } = this.state;
    const inSight = (frame.width - frame.names) / view.scale;
    this.move({ ...view, left: minute - inSight * share });
  }

  switchTo(mode: Mode) {
    if (mode !== this.state.mode) {
      this.set({ mode, view: { ...this.state.view, top: 0 }, hovered: -1 });
      if (this.state.selected >= 0) {
        this.showBar(this.state.selected);
      }
    }
  }

  fold(key: string) {
    const folded = new Set(this.state.folded);
    if (!folded.delete(key)) {
      folded.add(key);
    }
    this.set({ folded });
    this.move(this.state.view);
  }

  /** Folds or unfolds every branch of the view. */
  foldAll(isFolded: boolean) {
    const folded = new Set(this.state.folded);
    eachBranch(this.#trees[this.state.mode], ({ key, children }) => {
      if (children.length > 0 && isFolded) {
        folded.add(key);
      } else {
        folded.delete(key);
      }
    });
    this.set({ folded });
    this.move(this.state.view);
  }

  select(bar: number) {
    if (bar !== this.state.selected) {
      this.set({
        selected: bar,
        resource: -1,
        showsDetails: this.state.showsDetails && bar >= 0,
      });
    }
  }

  /** Opens the panel of a machine or of people. */
  openResource(resource: number) {
    this.set({ resource, showsDetails: false, gone: null });
  }

  /** Opens the panel of the selected task, or closes that of a task. */
  showDetails(showsDetails: boolean) {
    this.set({ showsDetails, resource: -1, gone: null });
  }

  /** Selects a bar and brings it into sight, unfolding what hides it. */
  goTo(bar: number) {
    if (bar >= 0) {
      this.select(bar);
      this.showBar(bar);
    }
  }

  showBar(bar: number) {
    if (this.layout.laneOf[bar]! < 0) {
      this.#unfold(({ track }) => track?.bars.includes(bar) ?? false);
    }
    const { view, frame } = this.state;
    const box = boxOf(this.model, this.layout, view, frame, bar);
    if (!box) {
      return;
    }
    let { left, top } = view;
    const room = frame.width - frame.names;
    const isWider = box.width > room;
    if (box.x < frame.names || isWider) {
      left += (box.x - frame.names - Math.min(80, room / 4)) / view.scale;
    } else if (box.x + box.width > frame.width - 16) {
      const wanted = frame.names + room * 0.6 - Math.min(box.width, room * 0.5);
      left += (box.x - wanted) / view.scale;
    }
    const low = frame.height - 16;
    if (box.y < headHeight + headRoom || box.y + box.height > low) {
      top += box.y - (headHeight + (frame.height - headHeight) * 0.4);
    }
    if (left !== view.left || top !== view.top) {
      this.move({ ...view, left, top });
    }
  }

  /** Lights the bars of a hit alone and goes to the first that is to come. */
  jump(hit: Hit | null) {
    this.set({ hit });
    if (hit?.bars.length === 0) {
      this.#showRow(hit);
    } else if (hit) {
      this.goTo(landing(this.model, hit));
    }
  }

  /** Brings a row into sight that has no bar to go to. */
  #showRow({ kind, label }: Hit) {
    const isOf = (branch: Branch) =>
      branch.kind === kind && branch.label === label;
    this.switchTo(kind === "mould" ? "mould" : "resource");
    this.#unfold(isOf);
    const row = this.layout.rows.find(({ branch }) => isOf(branch));
    if (row) {
      this.move({ ...this.state.view, top: row.top - headRoom });
    }
  }

  /** The next or previous bar of the hit, round and round. */
  stepHit(by: 1 | -1) {
    const bars = this.state.hit?.bars;
    if (bars?.length) {
      const at = bars.indexOf(this.state.selected);
      this.goTo(bars[(at + by + bars.length) % bars.length]!);
    }
  }

  dispose() {
    clearTimeout(this.#settle);
    this.#listeners.clear();
  }

  /** At first the coming weeks are in sight, the past but for a day is not; a plan of other times is shown whole. */
  #begin() {
    const { plan } = this.model;
    const { frame, now } = this.state;
    const to = Math.min(plan.to, now + firstDays(frame.width) * dayMinutes);
    if (now <= plan.from || to - now < dayMinutes) {
      this.fit();
    } else {
      this.move(fitted(now - dayMinutes, to, frame));
    }
  }

  /** Unfolds what stands above branches. */
  #unfold(isWanted: (branch: Branch) => boolean) {
    const folded = new Set(this.state.folded);
    eachBranch(this.#trees[this.state.mode], (branch, above) => {
      if (isWanted(branch)) {
        above.forEach(({ key, replaces }) => {
          // A folded part shows its bars itself.
          if (!replaces) {
            folded.delete(key);
          }
        });
      }
    });
    this.set({ folded });
  }

  #keys() {
    const keys = new Set<string>();
    for (const tree of Object.values(this.#trees)) {
      eachBranch(tree, ({ key }) => keys.add(key));
    }
    return keys;
  }

  /** Parts are folded at first: their operations stand side by side. */
  #partKeys() {
    const keys = new Set<string>();
    eachBranch(this.#trees.mould, ({ key, replaces }) => {
      if (replaces) {
        keys.add(key);
      }
    });
    return keys;
  }
}
