/** The product's mark and name: a cavity between two halves of a mould. */
export function Mark() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="#2f6fc4" />
        <path
          d="M6 8h8v5a2 2 0 0 0 4 0V8h8v16h-8v-3a2 2 0 0 0-4 0v3H6z"
          fill="#fff"
        />
      </svg>
      Mouldworks
    </span>
  );
}
