interface Late {
  isLate: boolean;
}

/** How long the planned end lies before or after the delivery: below a day in hours, as the evaluation tells spans. */
export function slackOf(
  delivery: string | null,
  plannedEnd: string | null,
): (Late & ({ hours: number } | { days: number })) | undefined {
  if (!delivery || !plannedEnd) {
    return undefined;
  }
  const hours =
    (new Date(delivery).getTime() - new Date(plannedEnd).getTime()) / 3_600_000;
  const span = Math.abs(hours);
  const isLate = hours < 0;
  return span < 24 ? { isLate, hours: span } : { isLate, days: span / 24 };
}
