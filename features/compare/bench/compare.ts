import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, type Bench } from '../../../bench/support/figure.ts';
import { median } from '../../../bench/support/quantile.ts';

const SAMPLES = 1_000_000;
const ROUNDS = 3;

interface Measurement {
  readonly samples: number;
  readonly lags: number;
  readonly groups: number;
  /** A session -> its baseline, in a thread. */
  readonly baselineMs: number;
  /** Groups and the difference flame graph, in the page. */
  readonly pageMs: number;
  /** Both sessions -> lags, functions, frames. */
  readonly capturesMs: number;
  /** Their comparison with intervals. */
  readonly setsMs: number;
}

/** Two sessions in their models -> what changed. Medians of three fresh processes. */
export const bench: Bench = async function* (say) {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const script = fileURLToPath(new URL('./measure-compare.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(SAMPLES)]);
    const result: Measurement = JSON.parse(stdout);
    if (result.samples !== SAMPLES) throw new Error(`Only ${result.samples} of ${SAMPLES} samples were made.`);
    say(stdout);
    rounds.push(result);
  }
  const [first] = rounds;
  const middle = (of: (each: Measurement) => number): number => median(rounds.map(of));
  const note = `median of ${ROUNDS}, ${first?.lags} lags, ${first?.groups} groups; load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const common = { bench: 'compare', unit: 'ms', note } as const;
  yield atMost(500, {
    ...common,
    figure: 'two sessions of 1 M samples: baseline, groups, difference flame graph',
    value: middle(({ baselineMs, pageMs }) => baselineMs + pageMs),
  });
  yield atMost(500, {
    ...common,
    figure: 'two sessions of 1 M samples: groups, functions, frames with intervals',
    value: middle(({ capturesMs, setsMs }) => capturesMs + setsMs),
  });
};
