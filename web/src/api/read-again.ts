import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Reads again what a signal of the server names. While that is being read, further signals about it wait for its end and
 * are one then: each of them would break off a read that has begun, and where signals come faster than answers nothing new
 * would ever be shown.
 */
export function reader(client: QueryClient) {
  /** What is being read, and whether it has been named since. */
  const named = new Map<string, boolean>();

  return async (name: string, filters: QueryFilters) => {
    if (named.has(name)) {
      named.set(name, true);
      return;
    }
    // What is read for the first time may have been asked for before the change.
    let isAgain = client
      .getQueryCache()
      .findAll(filters)
      .some(
        ({ state }) =>
          state.data === undefined && state.fetchStatus === "fetching",
      );
    do {
      named.set(name, isAgain);
      isAgain = false;
      await client.invalidateQueries(filters);
    } while (named.get(name));
    named.delete(name);
  };
}
