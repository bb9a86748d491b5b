/** A stretch of a session's time, in session microseconds, the end not included. */
export interface TimeStretch {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Times that count: in their order, neither empty nor overlapping. */
export type Stretches = readonly TimeStretch[];

export const ALL_TIME: Stretches = [{ fromUs: 0, toUs: Number.POSITIVE_INFINITY }];

/** The parts of a stretch that count. */
export function clipped(stretches: Stretches, fromUs: number, toUs: number): Stretches {
  const parts: TimeStretch[] = [];
  for (let at = firstAfter(stretches, fromUs); at < stretches.length; at++) {
    const stretch = stretches[at];
    if (stretch === undefined || stretch.fromUs >= toUs) break;
    parts.push({ fromUs: Math.max(fromUs, stretch.fromUs), toUs: Math.min(toUs, stretch.toUs) });
  }
  return parts;
}

/** Whether any of a stretch counts. */
export function isWithin(stretches: Stretches, fromUs: number, toUs: number): boolean {
  return (stretches[firstAfter(stretches, fromUs)]?.fromUs ?? Number.POSITIVE_INFINITY) < toUs;
}

/** Row of the first stretch that ends after a moment. */
function firstAfter(stretches: Stretches, us: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.toUs ?? 0) > us) high = middle;
    else low = middle + 1;
  }
  return low;
}
