import { formatDuration } from './format-duration.ts';

/** `+4.90 s`, `−35 ms`, `0` */
export function signedDuration(us: number): string {
  return us === 0 ? '0' : `${sign(us)}${formatDuration(Math.abs(us))}`;
}

/** A share's change: `+4.9 %` */
export function signedPercent(share: number): string {
  return `${sign(share)}${formatPercent(Math.abs(share))}`;
}

/** A share: `4.9 %` */
export function formatPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function sign(value: number): string {
  return value < 0 ? '−' : '+';
}
