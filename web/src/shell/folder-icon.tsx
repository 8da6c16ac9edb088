export function FolderIcon({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {isOpen ? (
        <path d="M2 13V3.500h4l1.500 2H13V7.500M2 13l2-5.500h11L13 13z" />
      ) : (
        <path d="M2 13V3.500h4l1.500 2H14V13z" />
      )}
    </svg>
  );
}
