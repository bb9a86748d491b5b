/**
 * A limit that a user can meet. Constants are `NAME` or `object.name`. Sentences have `…` or `{0}` for values; without one nothing says the limit.
 * A sentence stands in the constant's file, among the translated ones, or in `saidIn`.
 */
export type MetLimit = readonly [
  of: string,
  file: string,
  constant: string,
  unit: keyof typeof units,
  beyond: string,
  says?: string,
  saidIn?: string,
];

export interface LimitGroup {
  readonly title: string;
  readonly limits: readonly MetLimit[];
}

/** How values are shown. */
export const units = {
  '': (value: number) => value.toLocaleString('en'),
  bytes: bytesText,
  MB: (value: number) => bytesText(value * 2 ** 20),
  ms: (value: number) => secondsText(value / 1_000),
  us: (value: number) => secondsText(value / 1_000_000),
  s: secondsText,
  letters: (value: number) => `${value.toLocaleString('en')} characters`,
  times: (value: number) => `${value} times`,
} as const;

function bytesText(bytes: number): string {
  const unit = bytes % 2 ** 30 === 0 ? 2 ** 30 : 2 ** 20;
  return `${(bytes / unit).toLocaleString('en')} ${unit === 2 ** 30 ? 'GiB' : 'MiB'}`;
}

function secondsText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds.toLocaleString('en')} s`;
}
