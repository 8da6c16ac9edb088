import { useEffect, type ReactNode } from "react";
import "./page.css";

interface PageProps {
  /** Heading of the screen and title of the document. */
  title: string;
  /** What stands beside the heading: searches and buttons. */
  tools?: ReactNode;
  /** A panel beside the main part. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen inside the shell. */
export function Page({ title, tools, aside, children }: PageProps) {
  useTitle(title);
  return (
    <main className="page">
      <section className="page-main" aria-label={title}>
        <header className="page-head">
          <h1>{title}</h1>
          {tools}
        </header>
        {children}
      </section>
      {aside}
    </main>
  );
}

/** Names the document after the screen. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · Mouldworks` : "Mouldworks";
  }, [title]);
}
