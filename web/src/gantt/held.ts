/** Where a bar would go: a resource of the plan, and a minute before which it does not start. */
export interface Move {
  bar: number;
  resource: number;
  start: number;
}

/** What is known of a move: nothing yet, what it does, or why it cannot be. */
export interface Foretold {
  /** Lines beside the pointer, the first ones matter most. */
  lines: string[];
  isRefused: boolean;
  /** It does harm: a mould becomes late, or tasks collide. */
  isHarmful: boolean;
}

/** A bar in the hand, and what is known of where it is. */
export interface Held {
  move: Move;
  /** Of the pointer. */
  x: number;
  y: number;
  foretold: Foretold | null;
}

/** What moves bars of a chart with the pointer. */
export interface Carries {
  readonly held: Held | null;
  /** Takes a bar up at a point. */
  takes(bar: number, x: number): void;
  /** The pointer with the bar has moved. */
  moves(x: number, y: number): void;
  /** Lets go. */
  lets(): void;
  /** Gives up. */
  drops(): void;
}
