import { listField } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { timesOf } from './column.ts';

const MOST_TIMES = 200_000;
/** Samplers are late, and some samples are missing; a longer or shorter interval is another one. */
const SLACK = 2;
/** Samples on CPU only have pauses: most differences may be longer than the interval, few are shorter. */
const SHARE = 0.25;

/**
 * Milliseconds between samples. Converters such as simpleperf's and perf's write 1 ms whatever the interval was, so the samples decide. Where
 * samples have weights, these count intervals as the file says.
 * @param samples of all threads
 */
export function samplingIntervalMs({ report }: ImportTask, saidMs: number, samples: readonly unknown[]): number {
  if (samples.some((each) => listField(each, 'weight').length > 0)) return saidMs;
  const differences: number[] = [];
  for (const each of samples) {
    const times = timesOf(each);
    for (let row = 1; row < times.length && differences.length < MOST_TIMES; row++) {
      const difference = (times.at(row) ?? Number.NaN) - (times.at(row - 1) ?? Number.NaN);
      if (difference > 0) differences.push(difference);
    }
  }
  const usual = differences.sort((one, other) => one - other)[Math.floor(differences.length * SHARE)];
  // A few samples do not show an interval.
  if (usual === undefined || differences.length < 16 || (usual <= saidMs * SLACK && usual >= saidMs / SLACK)) return saidMs;
  report.assumed(`Samples are ${Number(usual.toPrecision(3))} ms apart, as their times show: the file says ${saidMs} ms.`);
  return usual;
}
