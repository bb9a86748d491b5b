import { loadavg } from 'node:os';
import { atLeast, type Figure } from '../../../bench/support/figure.ts';
import { addFleet } from './add-fleet.ts';
import { lakeSize } from './lake-size.ts';

export const SEED = 1;
/** Of all sessions. */
const SAMPLES = 100_000_000;
const MOST_SAMPLES = 10_000;
const SESSIONS_PER_SECOND = 200;

/** Adds a planned fleet. */
export async function* added(lake: string, sessions: number, say: (line: string) => void): AsyncGenerator<Figure> {
  const samples = Math.min(MOST_SAMPLES, Math.floor(SAMPLES / sessions));
  say(`Adding ${sessions.toLocaleString('en')} sessions of ${samples.toLocaleString('en')} samples ...`);
  const { seconds, cpuSeconds, peakMegabytes, lags } = await addFleet(lake, { seed: SEED, sessions, samples, changes: true });
  const { files, bytes, sampleBytes } = await lakeSize(lake);
  const fleet = `${sessions.toLocaleString('en')} sessions`;
  yield atLeast(SESSIONS_PER_SECOND, {
    bench: 'lake',
    figure: `${fleet}: added from rows in memory to placed files`,
    value: sessions / seconds,
    unit: 'sessions/s',
    note: `${samples} samples each, no two neighbours equal, so as many rows; ${lags} lags; ${loadText()}`,
  });
  const common = { bench: 'lake' };
  yield { ...common, figure: `${fleet}: CPU of adding`, value: (cpuSeconds / sessions) * 1e3, unit: 'ms/session' };
  yield { ...common, figure: `${fleet}: peak memory of adding`, value: peakMegabytes, unit: 'MB', note: 'with the made rows' };
  yield {
    ...common,
    figure: `${fleet}: bytes`,
    value: bytes / sessions / 1e3,
    unit: 'KB/session',
    note: `${(sampleBytes / sessions / 1e3).toFixed(1)} of samples; ${files} Parquet files`,
  };
}

export function loadText(): string {
  return `load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`;
}
