/** Numbers and units are the same everywhere. */

export { simpleName } from '../../core/analysis/frames/class-names.ts';
export { formatBytes } from '../../core/analysis/report/format-bytes.ts';
export { formatCount } from '../../core/analysis/report/format-count.ts';
export { formatDuration } from '../../core/analysis/report/format-duration.ts';

/** The zero of a scale, in the unit of another of its labels: `0 ms` beside `100 ms`. */
export function formatZero(label: string): string {
  return `0 ${label.split(' ').at(-1) ?? ''}`;
}

/** `0:07.250`, `12:03.1`; `digits` after the point. */
export function formatMoment(timeUs: number, digits = 1): string {
  const step = 10 ** digits;
  const parts = Math.round((Math.max(0, timeUs) / 1e6) * step);
  const seconds = Math.floor(parts / step);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const fraction = digits === 0 ? '' : `.${String(parts % step).padStart(digits, '0')}`;
  const tail = `${String(seconds % 60).padStart(2, '0')}${fraction}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** `0.4 %`, `12 %` */
export function formatShare(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 9.95 ? `${percent.toFixed(1)} %` : `${Math.round(percent)} %`;
}

/** Local time: `14:03:07` */
export function formatClock(wallMs: number): string {
  const at = new Date(wallMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((value) => String(value).padStart(2, '0')).join(':');
}

/** Local time: `2026-11-20 14:03` */
export function formatDay(wallMs: number): string {
  const at = new Date(wallMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
