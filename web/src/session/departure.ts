let isUnderWay = false;
let asked: Promise<string> | null = null;

/**
 * The way of this page to the sign-in, or out of the product. Many calls fail
 * together when a session ends, and the server tells of it besides: the first
 * to notice leads the page away, the others find it gone.
 */
export const departure = {
  /** Begins it; false where it is under way, and there is nothing left to do. */
  begin() {
    const isFirst = !isUnderWay;
    isUnderWay = true;
    return isFirst;
  },

  isUnderWay: () => isUnderWay,

  /** Where it leads, asked for once. */
  address(ask: () => Promise<string>) {
    isUnderWay = true;
    asked ??= ask();
    return asked;
  },

  /** The page stays after all, or somebody has signed in on it. */
  end() {
    isUnderWay = false;
    asked = null;
  },
};
