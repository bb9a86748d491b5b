/** “… exhausted real (wall clock) time allowance of 19.97 seconds”, “Failed to terminate gracefully after 5.0s” */
const ALLOWANCE = /\b(?:time allowance of|gracefully after) (\d{1,6}(?:\.\d{1,6})?) ?s/;
const MOST_LETTERS = 10_000;

/** Microseconds that the watchdog gave the app; undefined for texts that do not name them. */
export function allowanceUs(text: string): number | undefined {
  const [, seconds = '0'] = ALLOWANCE.exec(text.slice(0, MOST_LETTERS)) ?? [];
  return Number(seconds) > 0 ? Number(seconds) * 1e6 : undefined;
}
