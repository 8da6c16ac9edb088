/** How people greet at an hour of the day, 0 to 23: before five the day has not begun. */
export function greeting(hour: number) {
  if (hour < 5) {
    return "night";
  }
  if (hour < 12) {
    return "morning";
  }
  return hour < 18 ? "afternoon" : "evening";
}
