import { captureCold, captureWarm, stopCapture } from './capture/first-sample.ts';
import { rowDelays } from './capture/row-delays.ts';
import { places, withStage } from './capture/stage.ts';
import { atMost, type Bench, type Figure } from './figure.ts';
import { median, quantile } from './page/quantile.ts';

const ROUNDS = 5;
/** Each kind of lag twice: more than thirty. */
const LAG_S = 52;
const ROW_GOAL_MS = 250;

/** How long a developer waits: for the first picture of a capture, and for the row of a lag that has just become one. */
export const bench: Bench = async function* (say) {
  for (const place of places) {
    say(`Capturing ${place.name} in VS Code ...`);
    const { warm, cold, rows } = await withStage(place, say, async (stage) => {
      const warm: number[] = [];
      const cold: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        warm.push(await captureWarm(stage));
        await stopCapture(stage);
        cold.push(await captureCold(stage));
        await stopCapture(stage);
        say(`first sample: ${Math.round(warm.at(-1) ?? 0)} ms, cold ${Math.round(cold.at(-1) ?? 0)} ms`);
      }
      await captureWarm(stage);
      say(`Lags for ${LAG_S} s ...`);
      return { warm, cold, rows: await rowDelays(stage, LAG_S) };
    });
    yield atMost(place.goalS, firstSample(`app picked -> first sample drawn, ${place.name}`, warm));
    yield firstSample(`the same by Repeat with the panel closed, ${place.name}`, cold);
    const delays = rows.map(({ delayMs }) => delayMs);
    const early = rows.filter(({ whileItLasted }) => whileItLasted).length;
    const p95 = quantile(delays, 0.95);
    yield {
      bench: 'capture',
      figure: `lag crosses its threshold -> its row, p95, ${place.name}`,
      value: p95,
      unit: 'ms',
      goal: `<= ${ROW_GOAL_MS}`,
      pass: p95 <= ROW_GOAL_MS && rows.length >= 30 && early === rows.length,
      note: `median ${median(delays).toFixed(0)} ms, worst ${Math.max(...delays).toFixed(0)} ms; ${early} of ${rows.length} while they lasted`,
    };
  }
};

function firstSample(figure: string, roundsMs: readonly number[]): Omit<Figure, 'goal' | 'pass'> {
  const all = roundsMs.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(2));
  return { bench: 'capture', figure, value: median(roundsMs) / 1000, unit: 's', note: `median of ${all.join(', ')}` };
}
