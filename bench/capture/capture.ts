import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { median, quantile } from '../support/quantile.ts';
import { captureCold, captureWarm, stopCapture } from './first-sample.ts';
import type { RowDelay } from './match-rows.ts';
import { rowDelays } from './row-delays.ts';
import { places, withStage } from './stage.ts';

const ROUNDS = 5;
/** Each kind of lag twice: more than thirty. */
const LAG_S = 52;
const ROW_GOAL_MS = 250;
/** A lag that ends sooner after its threshold than its row appears is never shown as open. */
const LONG_MS = 100 + ROW_GOAL_MS;

/** A user's wait for a capture's first frame, and for the row of a new lag. */
export const bench: Bench = async function* (say) {
  for (const place of places) {
    say(`Capturing ${place.name} in VS Code ...`);
    const { first, warm, cold, rows } = await withStage(place, say, async (stage) => {
      const first = await captureWarm(stage);
      await stopCapture(stage);
      const warm: number[] = [];
      const cold: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        warm.push(await captureWarm(stage));
        await stopCapture(stage);
        const coldMs = await captureCold(stage);
        if (coldMs === undefined) continue;
        cold.push(coldMs);
        await stopCapture(stage);
        say(`first sample: ${Math.round(warm.at(-1) ?? 0)} ms, cold ${Math.round(coldMs)} ms`);
      }
      await captureWarm(stage);
      say(`Lags for ${LAG_S} s ...`);
      return { first, warm, cold, rows: await rowDelays(stage, LAG_S) };
    });
    yield atMost(place.goalS, firstSample(`app picked -> first sample drawn, ${place.name}`, warm));
    yield firstSample(`the same, whose pick opens the panel, ${place.name}`, [first]);
    if (cold.length > 0) yield firstSample(`the same by Repeat with the panel closed, ${place.name}`, cold);
    const delays = rows.map(({ delayMs }) => delayMs);
    const long = rows.filter(({ durationMs }) => durationMs >= LONG_MS);
    const late = long.filter(({ whileItLasted }) => !whileItLasted);
    const p95 = quantile(delays, 0.95);
    yield {
      bench: 'capture',
      figure: `lag crosses its threshold -> its row, p95, ${place.name}`,
      value: p95,
      unit: 'ms',
      goal: `<= ${ROW_GOAL_MS}`,
      pass: p95 <= ROW_GOAL_MS && rows.length >= 30 && late.length === 0,
      note: `median ${median(delays).toFixed(0)} ms, worst of ${rows.length} ${Math.max(...delays).toFixed(0)} ms; ${lastingText(long, late)}`,
    };
  }
};

function lastingText(long: readonly RowDelay[], late: readonly RowDelay[]): string {
  const which = late.map((row) => `${row.kind} of ${Math.round(row.durationMs)} ms after ${Math.round(row.delayMs)} ms`);
  return `${long.length - late.length} of ${long.length} of at least ${LONG_MS} ms while they lasted${which.length > 0 ? `; not: ${which.join(', ')}` : ''}`;
}

function firstSample(figure: string, roundsMs: readonly number[]): Omit<Figure, 'goal' | 'pass'> {
  const all = roundsMs.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(2));
  return { bench: 'capture', figure, value: median(roundsMs) / 1000, unit: 's', note: `median of ${all.join(', ')}` };
}
