/** KiB in the text of /proc/PID/status. @throws Error if absent */
export function parseStatusKib(text: string, name: string): number {
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  if (kib === undefined) throw new Error(`The kernel does not tell ${name}.`);
  return Number(kib);
}
