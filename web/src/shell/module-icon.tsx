/**
 * One icon for each module key (SCOPE-10), drawn on a 20 x 20 grid with strokes
 * only, so that they take the colour of their text in both themes.
 */
const strokes: Record<string, string> = {
  crm: "M3 5h14v9H8l-4 3v-3H3zM6 8h8M6 11h5",
  common:
    "M10 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6M4 17a6 6 0 0 1 12 0M3 11l-1 3M17 11l1 3",
  ems: "M3 16h14M4 16V7h5v9M9 16v-5h7v5M6 7V4h1M12 14h1M6 10h1",
  pm: "M3 5h9M3 10h12M3 15h7M15 3l2 2-2 2M13 13l2 2 3-4",
  dfm: "M10 3l7 4v6l-7 4-7-4V7zM7 10l2 2 4-4",
  cad: "M3 17l4-1 9-9-3-3-9 9zM11 6l3 3M12 17h5",
  bom: "M8 3h4v4H8zM3 13h4v4H3zM13 13h4v4h-4zM10 7v3M5 13v-3h10v3",
  capp: "M5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4M15 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4M7 5h6a3 3 0 0 1 0 5H7a2.5 2.5 0 0 0 0 5h6",
  aps: "M3 4v13h14M6 7h5M9 10.500h6M7 14h4",
  cam: "M8 3h4v5l-2 3-2-3zM10 11v2M3 17h14M5 17v-2h10v2",
  tools: "M13 3a4 4 0 0 0-3 6L3 15l2 2 7-7a4 4 0 0 0 5-5l-3 2-2-2z",
  qa: "M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7 10l2 2 4-4",
  buy: "M2 4h2l2 9h9l2-6H5M7 16h.01M14 16h.01",
  whms: "M3 17V8l7-4 7 4v9M6 17v-6h8v6M6 14h8",
  outsource:
    "M2 6h9v8H2zM11 9h4l3 3v2h-7M5 14a1.5 1.5 0 1 0 .01 0M14 14a1.5 1.5 0 1 0 .01 0",
  asm: "M4 4h5v5H4zM11 11h5v5h-5zM9 6.500h4.500V11M11 13.500H6.500V9",
  tr: "M7 3h6M8 3v5l-4 8h12l-4-8V3M6 13h8",
  cost: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M7 6l3 4 3-4M10 10v5M7.5 10.500h5M7.5 13h5",
  reports: "M5 3h7l3 3v11H5zM12 3v3h3M8 14v-3M10 14V9M12 14v-2",
  oee: "M3 14a7 7 0 1 1 14 0M10 14l4-5M3 17h14",
  act: "M5 4h10v13H5zM8 3h4v2H8zM7.5 9l1 1 2-2M7.5 13l1 1 2-2M12 9h1M12 13h1",
  tooling:
    "M10 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6M10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.500M13.5 13.500L15 15M15 5l-1.5 1.500M6.5 13.500L5 15",
  form: "M3 4h5v12H3zM12 4h5v12h-5zM8 8h4v4H8z",
  dlv: "M3 7l7-4 7 4v7l-7 4-7-4zM3 7l7 4 7-4M10 11v7",
  system: "M4 6h12M4 10h12M4 14h12M8 4.500v3M13 8.500v3M6 12.500v3",
  cell: "M4 17h6M7 17v-4l3-5 5 2M10 8a1.5 1.5 0 1 0-.01 0M15 10v3M13.5 13h3",
  linknode:
    "M10 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4M4.5 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4M15.5 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4M9 7l-3.5 6M11 7l3.5 6M6.5 15h7",
  aftersale:
    "M4 12V9a6 6 0 0 1 12 0v3M4 10h2v5H4zM14 10h2v5h-2zM16 15c0 2-2 2-5 2",
};

/** For es, finance and mas, and whatever comes later. */
const other = "M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z";

export const iconKeys = Object.keys(strokes);

export function ModuleIcon({
  name,
  size = 20,
}: {
  name: string;
  size?: number;
}) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-icon={name in strokes ? name : "module"}
    >
      <path d={strokes[name] ?? other} />
    </svg>
  );
}
