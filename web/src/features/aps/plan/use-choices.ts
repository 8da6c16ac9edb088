import { useSearchParams } from "react-router";

/**
 * What a page is narrowed by, in its address, so that a link shows the same. What is not chosen is not there; but when is asked
 * about stays, emptied: it was taken away, and the page asks for it.
 */
export function useChoices(...when: string[]) {
  const [search, setSearch] = useSearchParams();
  const choose = (choice: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(choice)) {
          if (value || when.includes(key)) {
            next.set(key, value);
          } else {
            next.delete(key);
          }
        }
        return next;
      },
      { replace: true },
    );
  return { search, choose };
}
