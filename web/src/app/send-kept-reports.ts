const everyMs = 10_000;

async function send() {
  if (localStorage.getItem("mw.reports")) {
    const { sendAll } = await import("@/features/production/report-queue");
    await sendAll();
  }
}

/** Sends what was reported without a network, on whatever page somebody is by then. Answers how to stop. */
export function sendKeptReports() {
  const now = () => void send().catch(() => undefined); // the next time will do
  now();
  addEventListener("online", now);
  const timer = setInterval(now, everyMs);
  return () => {
    removeEventListener("online", now);
    clearInterval(timer);
  };
}
