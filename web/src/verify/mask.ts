const letters = (text: string) => Array.from(text);

/**
 * Hides the middle of a number: of 11 digits the first 3 and the last 2 stay; of
 * others about a quarter on each side. What is masked already stays as it is.
 */
export function maskPhone(phone: string) {
  if (phone.includes("*")) {
    return phone;
  }
  const all = letters(phone);
  const isMobile = all.length === 11;
  const quarter = Math.floor(all.length / 4);
  const head = isMobile ? 3 : Math.min(3, quarter);
  const tail = isMobile ? 2 : Math.min(2, quarter);
  return covered(all, head, tail);
}

/** Leaves the first letter of a name, and the last of one with more than two. */
export function maskName(name: string) {
  const all = letters(name.trim());
  return covered(all, Math.min(1, all.length), all.length > 2 ? 1 : 0);
}

function covered(all: string[], head: number, tail: number) {
  const hidden = Math.max(0, all.length - head - tail);
  return (
    all.slice(0, head).join("") +
    "*".repeat(hidden) +
    all.slice(all.length - tail).join("")
  );
}
