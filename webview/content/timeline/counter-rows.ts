import { type CounterName, counterTracks } from '../../../core/analysis/threads/counter-tracks.ts';
import { threadsCpu } from '../../../core/analysis/threads/threads-cpu.ts';
import { float64At } from '../../../core/columns/at.ts';
import type { Run } from '../../../core/session/model/run.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { TrackRow } from '../../timeline/tracks/track-rows.ts';
import { formatBytes, formatDuration, formatShare } from '../../ui/format.ts';
import { warmthText } from '../../ui/sentences/warmth-text.ts';
import { t } from '../../ui/translated.ts';

interface CounterStyle {
  readonly name: CounterName;
  label(): string;
  /** A lower maximum still gets this full height. */
  readonly least: number;
  readonly format: (value: number) => string;
}

/** A tenth of a second fills the track. */
const QUEUE_LEAST_US = 100_000;

/** Counters with a row, in order; lags show the others. */
const counterStyles: readonly CounterStyle[] = [
  { name: 'cpuCores', label: () => t('CPU'), least: 1, format: formatShare },
  { name: 'footprintBytes', label: () => t('Memory'), least: 1, format: formatBytes },
  { name: 'heapBytes', label: () => t('Heap'), least: 1, format: formatBytes },
  { name: 'thermal', label: () => t('Temperature'), least: 3, format: (value) => warmthText(value) ?? t('unknown') },
];

/** A row per reported counter. Without CPU counters, the threads' sum. */
export function counterRows(runs: readonly Run[]): readonly TrackRow[] {
  const tracks = runs.flatMap(counterTracks);
  return counterStyles.flatMap(({ name, label, least, format }): readonly TrackRow[] => {
    const parts = tracks.filter((track) => track.name === name);
    if (parts.length === 0) return name === 'cpuCores' ? threadsCpuRow(runs) : [];
    return [{ kind: 'counter', id: name, label: label(), parts, most: highest(parts, least), format }];
  });
}

/** Each measured message's time in the queue, while it lasts. */
export function queueRow(runs: readonly Run[]): readonly TrackRow[] {
  const parts = runs.flatMap((run) => run.threads.filter(({ isMain }) => isMain)).map(queueCounter);
  const known = parts.filter(({ atUs }) => atUs.length > 0);
  if (known.length === 0) return [];
  return [{ kind: 'counter', id: 'queue', label: t('Queue'), parts: known, most: highest(known, QUEUE_LEAST_US), format: formatDuration }];
}

function queueCounter({ messageUses: uses }: Thread): { readonly atUs: readonly number[]; readonly value: readonly number[] } {
  const atUs: number[] = [];
  const value: number[] = [];
  for (let row = 0; row < uses.length; row++) {
    const queuedUs = uses.queuedUsAt(row);
    if (queuedUs === undefined) continue;
    atUs.push(float64At(uses.beginUs, row), float64At(uses.endUs, row));
    value.push(queuedUs, 0);
  }
  return { atUs, value };
}

function threadsCpuRow(runs: readonly Run[]): readonly TrackRow[] {
  const parts = runs.map(threadsCpu).filter(({ atUs }) => atUs.length > 0);
  if (parts.length === 0) return [];
  return [{ kind: 'counter', id: 'threads', label: t('CPU of threads'), parts, most: highest(parts, 1), format: formatShare }];
}

function highest(parts: readonly { readonly value: Iterable<number> }[], least: number): number {
  let most = least;
  for (const { value } of parts) for (const each of value) most = Math.max(most, each);
  return most;
}
